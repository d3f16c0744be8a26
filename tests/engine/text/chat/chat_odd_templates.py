# SPDX-License-Identifier: GPL-3.0-or-later
"""Templates of no model, which use what the language has besides."""

TYPESCRIPT = """{%- macro type_of(schema, level=0) -%}
{%- if schema.enum -%}{{ schema.enum | map('tojson') | join(' | ') }}
{%- elif schema.type is string and schema.type in ['integer', 'number'] -%}number
{%- elif schema.type == 'array' -%}{{ type_of(schema['items'], level + 1) }}[]
{%- elif schema.type == 'object' and schema.properties -%}{
{% for name, inner in schema.properties.items() %}
{{ '  ' * (level + 1) }}{{ name }}{{ '?' if name not in (schema.required or []) }}: {{ type_of(inner, level=level + 1) }},
{% endfor %}
{{ '  ' * level }}}
{%- elif schema.type is sequence and schema.type is not string -%}{{ schema.type | join(' | ') }}
{%- else -%}{{ schema.type | default('any') }}
{%- endif -%}
{%- endmacro -%}
{%- macro block(title, rule='=', index=0, length=0, last=none) -%}[{{ title }} {{ [index, length] | join('/') }}]{{ rule * 3 }}{{ caller() }}{{ rule * 3 }}{{ {'last': last, 'first': index == 1} | dictsort }}{%- endmacro -%}
{% for tool in tools or [] %}
{% call block('tool', '-', loop.index, loop.length, last=loop.last) %}{{ tool.function.name }}: {{ type_of(tool.function.parameters) }}{% endcall %}

{% else %}
no tools
{% endfor %}
{% for message in messages if message.role != 'system' %}
{%- if message.content is none or (message.content is string and 'stop' in message.content) %}{% break %}{% endif %}
{{- loop.cycle('odd', 'even') }} {{ message.role.upper() }} after {{ (loop.previtem.role if loop.previtem is defined else 'nobody') }} before {{ loop.nextitem.role | default('nobody') }}: {{ message.content | string | replace('\\n', ' / ') }}
{% endfor %}
{%- with first = messages | first, names = messages | map(attribute='role') | unique | list -%}
{{ first.role }} {{ names }} {{ messages | selectattr('tool_calls', 'defined') | list | length }}
{%- endwith -%}"""

DISPLACED = """{% macro said(m) %}({% generation %}{{ m.content }}{% endgeneration %}){% endmacro -%}
{% for m in messages %}{% if m.role == 'assistant' %}a{{ '\u00e9' }}{{ 'b' ~ said(m) }}{% generation %}x{% generation %}y{{ m.content }}{% endgeneration %}z{% endgeneration %}
{% set kept %}[{% generation %}{{ m.content }}{% endgeneration %}]{% endset %}{{ kept | upper }}{% filter upper %}{% generation %}q{% endgeneration %}{% endfilter %}{% else %}{{ m.content }}{% endif %}{% endfor %}"""

SCOPES = """{% set x = 'outer' %}{% set total = namespace(n=0, seen=[]) %}
{% macro show(a, b='B' ~ x, c=a) %}{{ a }}{{ b }}{{ c }}{{ x }}{% set x = 'inside' %}{{ x }}{% endmacro %}
{% for m in messages %}
  {% if loop.first %}{% set x = 'first' %}{% endif %}
{{ x }} {{ y }} {{ show(m.role) }} {{ show(m.role, c='C') }}
{% set y = loop.index %}{% set x = x ~ y %}{{ x }}{{ y }}
    {%+ if loop.last %}{% set total.n = total.n + loop.length %}{% endif +%}
  {% for c in m.role if c not in 'aeiou' %}{{ loop.index }}{{ c }}{{ loop.revindex0 }}{% if loop.index > 3 %}{% break %}{% endif %}{% else %}none{% endfor %}
  {% for k, v in m.items() %}{{ k }}={{ v }};{% if k == 'content' %}{% continue %}{% endif %}{% else %}empty{% endfor %}

{% endfor %}
{{ x }}{{ y }}{{ total.n }}{% set a, b = 1, 'two' %}{{ a }}{{ b }}{% raw %}{{ not this }}{% endraw %}
{% if messages|length > 2 %}{% set late = 'yes' %}{% elif add_generation_prompt %}{% set late = 'maybe' %}{% endif %}{{ late }}
{#- a comment -#}   {{- ' end' }}   """
