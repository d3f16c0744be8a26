<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>CheckpointsModel</name>
    <message>
        <source>%1 s of %2 s</source>
        <translation>%1 s von %2 s</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>Geschrieben</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Training stood still</source>
        <translation>Training stand still</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
</context>
<context>
    <name>DiagnosticsModel</name>
    <message>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
</context>
<context>
    <name>ExperimentDocument</name>
    <message>
        <source>untitled</source>
        <translation>unbenannt</translation>
    </message>
    <message>
        <source>%1 cannot be opened: %2</source>
        <translation>%1 lässt sich nicht öffnen: %2</translation>
    </message>
    <message>
        <source>%1 is larger than 1 MiB, so it is no experiment. Choose another file.</source>
        <translation>%1 ist größer als 1 MiB und damit kein Experiment. Wählen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>%1 is not UTF-8 text, so it is no experiment. Choose another file.</source>
        <translation>%1 ist kein UTF-8-Text und damit kein Experiment. Wählen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>%1 was not saved: %2. The text is still here; save it in another folder.</source>
        <translation>%1 wurde nicht gespeichert: %2. Der Text ist noch da; speichern Sie ihn in einem anderen Ordner.</translation>
    </message>
</context>
<context>
    <name>ExperimentPage</name>
    <message>
        <source>Submit</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Begin from a preset or an empty experiment</source>
        <translation>Mit einer Vorlage oder einem leeren Experiment beginnen</translation>
    </message>
    <message>
        <source>Empty experiment</source>
        <translation>Leeres Experiment</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen…</translation>
    </message>
    <message>
        <source>Open an experiment file (Ctrl+O)</source>
        <translation>Eine Experimentdatei öffnen (Strg+O)</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save (Ctrl+S; Ctrl+Shift+S under another name)</source>
        <translation>Speichern (Strg+S; Strg+Umschalt+S unter anderem Namen)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undo (Ctrl+Z)</source>
        <translation>Rückgängig (Strg+Z)</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Redo (Ctrl+Shift+Z)</source>
        <translation>Wiederholen (Strg+Umschalt+Z)</translation>
    </message>
    <message>
        <source>Form and text</source>
        <translation>Formular und Text</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>Formular</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>Where the experiment runs</source>
        <translation>Wo das Experiment läuft</translation>
    </message>
    <message>
        <source>Start the experiment (Ctrl+Return)</source>
        <translation>Das Experiment starten (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>Run on</source>
        <translation>Läuft auf</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Ctrl+Shift+S</source>
        <translation>Ctrl+Shift+S</translation>
    </message>
    <message>
        <source>Ctrl+Return</source>
        <translation>Ctrl+Return</translation>
    </message>
    <message>
        <source>Submitting…</source>
        <translation>Wird gestartet…</translation>
    </message>
    <message>
        <source>✓ Ready to submit</source>
        <translation>✓ Bereit zum Start</translation>
    </message>
    <message>
        <source>Not saved yet</source>
        <translation>Noch nicht gespeichert</translation>
    </message>
    <message>
        <source>Open an experiment</source>
        <translation>Ein Experiment öffnen</translation>
    </message>
    <message>
        <source>Experiments (*.yaml *.yml);;All files (*)</source>
        <translation>Experimente (*.yaml *.yml);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save the experiment</source>
        <translation>Das Experiment speichern</translation>
    </message>
    <message>
        <source>Experiments (*.yaml)</source>
        <translation>Experimente (*.yaml)</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>Ungespeicherte Änderungen</translation>
    </message>
    <message>
        <source>Save the changes to %1 first?</source>
        <translation>Die Änderungen an %1 zuerst speichern?</translation>
    </message>
    <message>
        <source>To be corrected before it can be submitted: %1</source>
        <translation>Vor dem Start zu berichtigen: %1</translation>
    </message>
    <message>
        <source>Ready to submit; warnings: %1</source>
        <translation>Bereit zum Start; Warnungen: %1</translation>
    </message>
</context>
<context>
    <name>FieldEditor</name>
    <message>
        <source>not set</source>
        <translation>nicht gesetzt</translation>
    </message>
    <message>
        <source>above %1</source>
        <translation>über %1</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>mindestens %1</translation>
    </message>
    <message>
        <source>below %1</source>
        <translation>unter %1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Changes the results.</source>
        <translation>Ändert die Ergebnisse.</translation>
    </message>
    <message>
        <source>Changes the speed, not the results.</source>
        <translation>Ändert die Geschwindigkeit, nicht die Ergebnisse.</translation>
    </message>
    <message>
        <source>Changes neither results nor speed.</source>
        <translation>Ändert weder Ergebnisse noch Geschwindigkeit.</translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation>Vorgabe: %1</translation>
    </message>
    <message>
        <source>Back to the default: %1</source>
        <translation>Zurück zur Vorgabe: %1</translation>
    </message>
    <message>
        <source>one a line</source>
        <translation>je Zeile eines</translation>
    </message>
    <message>
        <source>name: value, one a line</source>
        <translation>Name: Wert, je Zeile eines</translation>
    </message>
</context>
<context>
    <name>FieldText</name>
    <message>
        <source>Write a whole number.</source>
        <translation>Schreiben Sie eine ganze Zahl.</translation>
    </message>
    <message>
        <source>Write a whole number, or auto.</source>
        <translation>Schreiben Sie eine ganze Zahl oder auto.</translation>
    </message>
    <message>
        <source>Write a number, as 0.1 or 5e-5.</source>
        <translation>Schreiben Sie eine Zahl wie 0.1 oder 5e-5.</translation>
    </message>
    <message>
        <source>Write one "name: value" a line; "%1" has no colon.</source>
        <translation>Schreiben Sie je Zeile „Name: Wert“; „%1“ hat keinen Doppelpunkt.</translation>
    </message>
    <message>
        <source>"%1" stands here twice.</source>
        <translation>„%1“ steht hier zweimal.</translation>
    </message>
</context>
<context>
    <name>FormModel</name>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
</context>
<context>
    <name>FormView</name>
    <message>
        <source>Find a setting</source>
        <translation>Einstellung suchen</translation>
    </message>
    <message>
        <source>Essential settings</source>
        <translation>Wesentliche Einstellungen</translation>
    </message>
    <message>
        <source>Essential and advanced</source>
        <translation>Wesentliche und weitere</translation>
    </message>
    <message>
        <source>All settings</source>
        <translation>Alle Einstellungen</translation>
    </message>
    <message>
        <source>Settings that differ from their default or need attention are always shown</source>
        <translation>Einstellungen, die von der Vorgabe abweichen oder Beachtung brauchen, sind immer zu sehen</translation>
    </message>
</context>
<context>
    <name>LogView</name>
    <message>
        <source>Follow</source>
        <translation>Mitlaufen</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Whose output</source>
        <translation>Wessen Ausgabe</translation>
    </message>
    <message>
        <source>Keep the newest line in view</source>
        <translation>Die neueste Zeile im Blick behalten</translation>
    </message>
    <message>
        <source>Find (Ctrl+F)</source>
        <translation>Suchen (Strg+F)</translation>
    </message>
    <message>
        <source>Previous match (Shift+Return)</source>
        <translation>Voriger Treffer (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Next match (Return)</source>
        <translation>Nächster Treffer (Eingabe)</translation>
    </message>
    <message>
        <source>Output of the run</source>
        <translation>Ausgabe des Laufs</translation>
    </message>
    <message>
        <source>Errors of the run</source>
        <translation>Fehlerausgabe des Laufs</translation>
    </message>
    <message>
        <source>Rank %1 on %2, errors</source>
        <translation>Rang %1 auf %2, Fehler</translation>
    </message>
    <message>
        <source>Rank %1 on %2</source>
        <translation>Rang %1 auf %2</translation>
    </message>
    <message>
        <source>No output yet.</source>
        <translation>Noch keine Ausgabe.</translation>
    </message>
    <message>
        <source>Attempt %1</source>
        <translation>Versuch %1</translation>
    </message>
    <message>
        <source>The last %1 MiB; the file has all.</source>
        <translation>Die letzten %1 MiB; die Datei enthält alles.</translation>
    </message>
    <message>
        <source>Began again from the other end.</source>
        <translation>Vom anderen Ende neu begonnen.</translation>
    </message>
    <message>
        <source>"%1" is not in these lines.</source>
        <translation>„%1“ steht nicht in diesen Zeilen.</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Places</source>
        <translation>Orte</translation>
    </message>
    <message>
        <source>Experiment</source>
        <translation>Experiment</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Über</translation>
    </message>
    <message>
        <source>About Trainyard</source>
        <translation>Über Trainyard</translation>
    </message>
    <message>
        <source>%1 (Ctrl+%2)</source>
        <translation>%1 (Strg+%2)</translation>
    </message>
    <message>
        <source>● Service connected</source>
        <translation>● Mit dem Dienst verbunden</translation>
    </message>
    <message>
        <source>○ Service not connected: history can be read, nothing can be started</source>
        <translation>○ Keine Verbindung zum Dienst: Der Verlauf ist lesbar, starten lässt sich nichts</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Trainyard %1&lt;/h3&gt;&lt;p&gt;Design, start and follow the training of language models.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later. It comes without any warranty.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Trainyard %1&lt;/h3&gt;&lt;p&gt;Das Training von Sprachmodellen entwerfen, starten und verfolgen.&lt;/p&gt;&lt;p&gt;Freie Software unter der GNU General Public License, Version 3 oder später. Ohne jede Gewähr.&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>MessagesModel</name>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Info</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
</context>
<context>
    <name>NoticeStrip</name>
    <message>
        <source>Close this notice (Esc)</source>
        <translation>Diesen Hinweis schließen (Esc)</translation>
    </message>
</context>
<context>
    <name>PlotGrid</name>
    <message>
        <source>Filter metrics</source>
        <translation>Metriken filtern</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>Glättung</translation>
    </message>
    <message>
        <source>Weight of the debiased moving average; the unsmoothed curve stays visible behind it</source>
        <translation>Gewicht des korrigierten gleitenden Mittels; die ungeglättete Kurve bleibt dahinter sichtbar</translation>
    </message>
    <message>
        <source>Log y</source>
        <translation>Log y</translation>
    </message>
    <message>
        <source>Logarithmic vertical axis; values of 0 and below are gaps</source>
        <translation>Logarithmische senkrechte Achse; Werte bis 0 sind Lücken</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>Ganzer Lauf</translation>
    </message>
    <message>
        <source>Show all steps again (double click on a picture)</source>
        <translation>Wieder alle Schritte zeigen (Doppelklick auf ein Bild)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Picture (PNG)…</source>
        <translation>Bild (PNG)…</translation>
    </message>
    <message>
        <source>All points (CSV)…</source>
        <translation>Alle Punkte (CSV)…</translation>
    </message>
    <message>
        <source>Drag: zoom · Shift+drag: pan · Ctrl+wheel: zoom steps · Double click: all</source>
        <translation>Ziehen: vergrößern · Umschalt+Ziehen: verschieben · Strg+Rad: Schritte vergrößern · Doppelklick: alles</translation>
    </message>
    <message>
        <source>Save the curves as a picture</source>
        <translation>Die Kurven als Bild speichern</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>Bilder (*.png)</translation>
    </message>
    <message>
        <source>The picture could not be written to %1. Choose another folder.</source>
        <translation>Das Bild konnte nicht nach %1 geschrieben werden. Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Save all points as a table</source>
        <translation>Alle Punkte als Tabelle speichern</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>The table could not be written to %1: %2</source>
        <translation>Die Tabelle konnte nicht nach %1 geschrieben werden: %2</translation>
    </message>
</context>
<context>
    <name>PlotView</name>
    <message>
        <source>resumed</source>
        <translation>fortgesetzt</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1%2  at %3</source>
        <translation>%1%2  bei %3</translation>
    </message>
</context>
<context>
    <name>RunActions</name>
    <message>
        <source>The run was asked to stop; it saves its state first where it can.</source>
        <translation>Der Lauf wurde gebeten anzuhalten; wo er kann, sichert er zuerst seinen Stand.</translation>
    </message>
    <message>
        <source>The run goes on from its last checkpoint.</source>
        <translation>Der Lauf geht von seinem letzten Sicherungspunkt weiter.</translation>
    </message>
    <message>
        <source>The run was removed.</source>
        <translation>Der Lauf wurde entfernt.</translation>
    </message>
    <message>
        <source>The run's checkpoints were removed.</source>
        <translation>Die Sicherungspunkte des Laufs wurden entfernt.</translation>
    </message>
</context>
<context>
    <name>RunModel</name>
    <message>
        <source>processor (%)</source>
        <translation>Prozessor (%)</translation>
    </message>
    <message>
        <source>memory (GiB)</source>
        <translation>Speicher (GiB)</translation>
    </message>
    <message>
        <source>GPU %1 load (%)</source>
        <translation>GPU %1 Auslastung (%)</translation>
    </message>
    <message>
        <source>GPU %1 memory (GiB)</source>
        <translation>GPU %1 Speicher (GiB)</translation>
    </message>
    <message>
        <source>GPU %1 power (W)</source>
        <translation>GPU %1 Leistung (W)</translation>
    </message>
</context>
<context>
    <name>RunView</name>
    <message>
        <source>Cancel run</source>
        <translation>Lauf abbrechen</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen…</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Edit experiment</source>
        <translation>Experiment bearbeiten</translation>
    </message>
    <message>
        <source>Processor, memory and GPUs appear here every 5 seconds while the run is on.</source>
        <translation>Prozessor, Speicher und GPUs erscheinen hier alle 5 Sekunden, solange der Lauf läuft.</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Sicherungspunkte</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Über</translation>
    </message>
    <message>
        <source>Select a run to see its curves and output.

A run is started from an experiment: Ctrl+1, then Submit.</source>
        <translation>Wählen Sie einen Lauf, um seine Kurven und Ausgabe zu sehen.

Ein Lauf wird aus einem Experiment gestartet: Strg+1, dann Starten.</translation>
    </message>
    <message>
        <source>Go on from the last checkpoint, as a new attempt of the same run</source>
        <translation>Vom letzten Sicherungspunkt weiter, als neuer Versuch desselben Laufs</translation>
    </message>
    <message>
        <source>Ask the run to save and stop</source>
        <translation>Den Lauf bitten, zu sichern und anzuhalten</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation>bisher %1</translation>
    </message>
    <message>
        <source>took %1</source>
        <translation>dauerte %1</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>Verlust %1</translation>
    </message>
    <message>
        <source>eval loss %1</source>
        <translation>Verlust (eval) %1</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 Token/s</translation>
    </message>
    <message>
        <source>attempt %1</source>
        <translation>Versuch %1</translation>
    </message>
    <message>
        <source>The curves begin with the first value that the run reports.</source>
        <translation>Die Kurven beginnen mit dem ersten Wert, den der Lauf meldet.</translation>
    </message>
    <message>
        <source>This run ended before it reported a value. Its output and messages say why.</source>
        <translation>Dieser Lauf endete, bevor er einen Wert meldete. Ausgabe und Meldungen sagen, warum.</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Made from</source>
        <translation>Entstanden aus</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Git commit</source>
        <translation>Git-Commit</translation>
    </message>
    <message>
        <source>Submitted</source>
        <translation>Abgeschickt</translation>
    </message>
    <message>
        <source>Attempt %1</source>
        <translation>Versuch %1</translation>
    </message>
    <message>
        <source>from step %1, %2 processes on %3 (%4)</source>
        <translation>ab Schritt %1, %2 Prozesse auf %3 (%4)</translation>
    </message>
    <message>
        <source>Exit code</source>
        <translation>Endwert</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>Ursache</translation>
    </message>
    <message>
        <source>Messages (%1)</source>
        <translation>Meldungen (%1)</translation>
    </message>
    <message>
        <source>Remove a run</source>
        <translation>Einen Lauf entfernen</translation>
    </message>
    <message>
        <source>Remove "%1" for good?</source>
        <translation>„%1“ endgültig entfernen?</translation>
    </message>
    <message>
        <source>Its folder %1 is deleted with checkpoints, results, curves and output. This cannot be undone.</source>
        <translation>Sein Ordner %1 wird mit Sicherungspunkten, Ergebnissen, Kurven und Ausgabe gelöscht. Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Remove everything</source>
        <translation>Alles entfernen</translation>
    </message>
    <message>
        <source>Checkpoints only</source>
        <translation>Nur Sicherungspunkte</translation>
    </message>
    <message>
        <source>The folder %1 is not there any more.</source>
        <translation>Den Ordner %1 gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>No program for folders was found. The run is in %1</source>
        <translation>Es wurde kein Programm für Ordner gefunden. Der Lauf liegt in %1</translation>
    </message>
</context>
<context>
    <name>RunWords</name>
    <message>
        <source>Preparing</source>
        <translation>Wird vorbereitet</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Completed</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Gescheitert</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>Preempted</source>
        <translation>Verdrängt</translation>
    </message>
    <message>
        <source>Out of time</source>
        <translation>Zeit abgelaufen</translation>
    </message>
    <message>
        <source>The run folder is being made.</source>
        <translation>Der Ordner des Laufs wird angelegt.</translation>
    </message>
    <message>
        <source>Waiting for free processors.</source>
        <translation>Wartet auf freie Prozessoren.</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1: %2 von %3</translation>
    </message>
    <message>
        <source>Training.</source>
        <translation>Training läuft.</translation>
    </message>
    <message>
        <source>Started; no step is done yet.</source>
        <translation>Gestartet; noch kein Schritt ist getan.</translation>
    </message>
    <message>
        <source>Everything that was asked for is done.</source>
        <translation>Alles Verlangte ist getan.</translation>
    </message>
    <message>
        <source>Ended with exit code %1.</source>
        <translation>Endete mit dem Endwert %1.</translation>
    </message>
    <message>
        <source>Cancelled by a person.</source>
        <translation>Von einem Menschen abgebrochen.</translation>
    </message>
    <message>
        <source>Stopped by the machine to make room. Resume goes on from the last checkpoint.</source>
        <translation>Vom Rechner angehalten, um Platz zu machen. Fortsetzen geht vom letzten Sicherungspunkt weiter.</translation>
    </message>
    <message>
        <source>Its time limit was reached. Resume goes on from the last checkpoint.</source>
        <translation>Sein Zeitlimit war erreicht. Fortsetzen geht vom letzten Sicherungspunkt weiter.</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 h %2 min</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 d %2 h</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>gerade eben</translation>
    </message>
    <message>
        <source>%1 min ago</source>
        <translation>vor %1 min</translation>
    </message>
</context>
<context>
    <name>RunsModel</name>
    <message>
        <source>This computer</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Eval loss</source>
        <translation>Verlust (eval)</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Token/s</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
</context>
<context>
    <name>RunsPage</name>
    <message>
        <source>Search runs</source>
        <translation>Läufe suchen</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Completed</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Only runs in these states</source>
        <translation>Nur Läufe in diesen Zuständen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>No runs yet.

Open an experiment (Ctrl+1) and submit it (Ctrl+Return); it appears here at once.</source>
        <translation>Noch keine Läufe.

Öffnen Sie ein Experiment (Strg+1) und starten Sie es (Strg+Eingabe); es erscheint hier sofort.</translation>
    </message>
    <message>
        <source>No run matches. Clear the search, or choose all states.</source>
        <translation>Kein Lauf passt. Leeren Sie die Suche oder wählen Sie alle Zustände.</translation>
    </message>
</context>
<context>
    <name>YamlEditor</name>
    <message>
        <source>Text of the experiment</source>
        <translation>Text des Experiments</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Design, start and follow the training of language models.</source>
        <translation>Das Training von Sprachmodellen entwerfen, starten und verfolgen.</translation>
    </message>
    <message>
        <source>An experiment file to open.</source>
        <translation>Eine Experimentdatei zum Öffnen.</translation>
    </message>
    <message>
        <source>Open the window, load presets, build form and charts, say what works; exits 0 when all does. Needs no display.</source>
        <translation>Das Fenster öffnen, Vorlagen laden, Formular und Kurven aufbauen, sagen, was geht; endet mit 0, wenn alles geht. Braucht keinen Bildschirm.</translation>
    </message>
    <message>
        <source>Draw the curves of a run (the beginning of its identity, its folder's name, or last) into the file of --output; needs no display.</source>
        <translation>Die Kurven eines Laufs (Anfang seiner Kennung, Name seines Ordners oder last) in die Datei von --output zeichnen; braucht keinen Bildschirm.</translation>
    </message>
    <message>
        <source>Where --plot writes its PNG.</source>
        <translation>Wohin --plot sein PNG schreibt.</translation>
    </message>
    <message>
        <source>Width and height of that picture in pixels.</source>
        <translation>Breite und Höhe dieses Bildes in Bildpunkten.</translation>
    </message>
    <message>
        <source>At most one experiment can be opened.</source>
        <translation>Höchstens ein Experiment lässt sich öffnen.</translation>
    </message>
    <message>
        <source>--size takes two numbers from 200 to 16000, as 1400x900.</source>
        <translation>--size nimmt zwei Zahlen von 200 bis 16000, wie 1400x900.</translation>
    </message>
    <message>
        <source>%1 is not a file. Give the path of an experiment (.yaml).</source>
        <translation>%1 ist keine Datei. Geben Sie den Pfad eines Experiments (.yaml) an.</translation>
    </message>
</context>
<context>
    <name>plotToFile</name>
    <message>
        <source>The run %1 has reported no value yet, so there is no curve to draw.</source>
        <translation>Der Lauf %1 hat noch keinen Wert gemeldet; es gibt also keine Kurve zu zeichnen.</translation>
    </message>
    <message>
        <source>The picture could not be written to %1. Choose another folder.</source>
        <translation>Das Bild konnte nicht nach %1 geschrieben werden. Wählen Sie einen anderen Ordner.</translation>
    </message>
</context>
</TS>
