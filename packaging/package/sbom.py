# SPDX-License-Identifier: GPL-3.0-or-later
"""What a package brings of others: their licences, and a software bill of materials (SPDX 2.3)."""

import json
import pathlib
import re
import shutil

import libraries

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Linked statically, or headers only; the groups of packages.txt name what they come in.
COMPILED_IN = re.compile(
    r"^(libboost|libcli11|libbz2|liblzma|libsodium|libxxhash|libyaml-cpp|libzstd|nlohmann-json3|zlib1g|fonts-inter|fonts-jetbrains|qcoro)"
)


def version():
    return re.search(r"VERSION (\d+\.\d+\.\d+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


def compiled_in():
    """The packages whose content became part of the programs, described."""
    lines = re.findall(r"^([a-z0-9.+-]+)", (ROOT / "packaging/packages.txt").read_text(), re.MULTILINE)
    return {libraries.described(line) for line in lines if COMPILED_IN.match(line)}


def copy_licenses(folder, packages):
    folder.mkdir()
    shutil.copyfile(ROOT / "LICENSE", folder / "trainyard")
    shutil.copyfile(ROOT / "resources/icons/LICENSE", folder / "tabler-icons")
    for name, _, _ in sorted(packages):
        shutil.copyfile(pathlib.Path("/usr/share/doc") / name / "copyright", folder / name)


def entry(name, number, source):
    return {
        "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
        "name": name,
        "versionInfo": number,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": "NOASSERTION",
        "copyrightText": "NOASSERTION",
        "sourceInfo": f"Debian source package {source}; its licence: licenses/{name}",
        "externalRefs": [
            {
                "referenceCategory": "PACKAGE-MANAGER",
                "referenceType": "purl",
                "referenceLocator": f"pkg:deb/debian/{name}@{number}?arch=amd64",
            }
        ],
    }


def write(programs, packages):
    """`packages`: name, version and source of those whose files were copied."""
    packages = packages | compiled_in()
    copy_licenses(programs / "licenses", packages)
    own = {
        "SPDXID": "SPDXRef-Trainyard",
        "name": "trainyard",
        "versionInfo": version(),
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": "GPL-3.0-or-later",
        "licenseDeclared": "GPL-3.0-or-later",
        "copyrightText": "NOASSERTION",
    }
    others = [entry(*package) for package in sorted(packages)]
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"trainyard-{version()}",
        "documentNamespace": f"urn:trainyard:sbom:{version()}",
        "creationInfo": {"created": "1980-01-01T00:00:00Z", "creators": ["Tool: packaging/package/sbom.py"]},
        "packages": [own, *others],
        "relationships": [
            {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": own["SPDXID"]},
            *(
                {"spdxElementId": own["SPDXID"], "relationshipType": "CONTAINS", "relatedSpdxElement": one["SPDXID"]}
                for one in others
            ),
        ],
    }
    (programs / "sbom.spdx.json").write_text(json.dumps(document, indent=1, sort_keys=True) + "\n")
