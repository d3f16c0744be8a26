<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>ArrayPreview</name>
    <message>
        <source>The first %L1 of %L2 values:</source>
        <translation>Die ersten %L1 von %L2 Werten:</translation>
    </message>
    <message>
        <source>All %L1 values:</source>
        <translation>Alle %L1 Werte:</translation>
    </message>
    <message>
        <source>%L1 are not finite</source>
        <translation>%L1 sind nicht endlich</translation>
    </message>
    <message>
        <source>all are %1</source>
        <translation>alle sind %1</translation>
    </message>
    <message>
        <source>A NumPy array whose header cannot be read</source>
        <translation>Ein NumPy-Array, dessen Kopf nicht gelesen werden kann</translation>
    </message>
    <message>
        <source>several fields</source>
        <translation>mehrere Felder</translation>
    </message>
    <message>
        <source>NumPy array, shape (%1), %2, %3</source>
        <translation>NumPy-Array, Form (%1), %2, %3</translation>
    </message>
    <message>
        <source>Values of this type are not shown.</source>
        <translation>Werte dieses Typs werden nicht gezeigt.</translation>
    </message>
    <message>
        <source>The file is shorter than its shape says: it has %L1 values.</source>
        <translation>Die Datei ist kürzer, als ihre Form besagt: sie hat %L1 Werte.</translation>
    </message>
</context>
<context>
    <name>CheckedRows</name>
    <message>
        <source>The document</source>
        <translation>Das Dokument</translation>
    </message>
    <message>
        <source>%1 settings, no error</source>
        <translation>%1 Einstellungen, kein Fehler</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>%1, %2 parameters, %3 of them trained</source>
        <translation>%1, %2 Parameter, davon %3 trainiert</translation>
    </message>
    <message>
        <source>%1, %2 parameters</source>
        <translation>%1, %2 Parameter</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>%1 examples, %2 steps in an epoch</source>
        <translation>%1 Beispiele, %2 Schritte je Epoche</translation>
    </message>
    <message>
        <source>Its first records can be read; it is counted when it has been prepared</source>
        <translation>Die ersten Datensätze sind lesbar; gezählt wird, sobald sie vorbereitet sind</translation>
    </message>
    <message>
        <source>Model and data</source>
        <translation>Modell und Daten</translation>
    </message>
    <message>
        <source>Being planned…</source>
        <translation>Wird geplant…</translation>
    </message>
    <message>
        <source>Room for checkpoints</source>
        <translation>Platz für Checkpoints</translation>
    </message>
    <message>
        <source>%1 needed; how much is free there is not known</source>
        <translation>%1 nötig; wie viel dort frei ist, ist nicht bekannt</translation>
    </message>
    <message>
        <source>%1 needed, %2 free in %3</source>
        <translation>%1 nötig, %2 frei in %3</translation>
    </message>
    <message>
        <source>only %1 free in %2 for %3; keep fewer of them (checkpoint.keep_last)</source>
        <translation>nur %1 frei in %2 für %3; behalten Sie weniger davon (checkpoint.keep_last)</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>Nicht gespeichert</translation>
    </message>
    <message>
        <source>Its relative paths count from %1</source>
        <translation>Seine relativen Pfade zählen ab %1</translation>
    </message>
    <message numerus="yes">
        <source>%n steps, loss %1 → %2</source>
        <translation>
            <numerusform>%n Schritt, Loss %1 → %2</numerusform>
            <numerusform>%n Schritte, Loss %1 → %2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Rehearsed</source>
        <translation>Geprobt</translation>
    </message>
    <message>
        <source>Being rehearsed…</source>
        <translation>Wird geprobt …</translation>
    </message>
    <message>
        <source>It would fail</source>
        <translation>Es würde scheitern</translation>
    </message>
    <message>
        <source>Nothing was found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>%1 different trainings, %2 of them with steps</source>
        <translation>%1 verschiedene Trainings, davon %2 mit Schritten</translation>
    </message>
    <message>
        <source>Being rehearsed: training %1 of %2…</source>
        <translation>Wird geprobt: Training %1 von %2…</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU-Speicher</translation>
    </message>
    <message>
        <source>Main memory</source>
        <translation>Arbeitsspeicher</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>only %1 requested</source>
        <translation>nur %1 angefordert</translation>
    </message>
    <message>
        <source>the time limit is %1</source>
        <translation>das Zeitlimit ist %1</translation>
    </message>
</context>
<context>
    <name>CheckpointRoom</name>
    <message>
        <source>%1 (%2 runs × %3 of %4)</source>
        <translation>%1 (%2 Läufe × %3 zu %4)</translation>
    </message>
    <message>
        <source>%1 (%2 of %3)</source>
        <translation>%1 (%2 zu %3)</translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>Best so far by the mean of its last fifth is %1 with %2 %3</source>
        <translation>Bisher am besten nach dem Mittel seines letzten Fünftels ist %1 mit %2 %3</translation>
    </message>
    <message>
        <source>Best by the mean of its last fifth is %1 with %2 %3</source>
        <translation>Am besten nach dem Mittel seines letzten Fünftels ist %1 mit %2 %3</translation>
    </message>
    <message>
        <source>The settings of at least one run are not known to this computer, so what differs cannot be said.</source>
        <translation>Die Einstellungen mindestens eines Laufs sind diesem Rechner nicht bekannt; worin sie sich unterscheiden, lässt sich daher nicht sagen.</translation>
    </message>
    <message>
        <source>They have the same settings.</source>
        <translation>Sie haben dieselben Einstellungen.</translation>
    </message>
    <message>
        <source>They differ in one setting, %1.</source>
        <translation>Sie unterscheiden sich in einer Einstellung, %1.</translation>
    </message>
    <message numerus="yes">
        <source>They differ in %n settings: %1.</source>
        <translation>
            <numerusform>Sie unterscheiden sich in einer Einstellung: %1.</numerusform>
            <numerusform>Sie unterscheiden sich in %n Einstellungen: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>They differ in %n settings, first in %1.</source>
        <translation>
            <numerusform>Sie unterscheiden sich in einer Einstellung, %1.</numerusform>
            <numerusform>Sie unterscheiden sich in %n Einstellungen, zuerst in %1.</numerusform>
        </translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>They have no metric in common.</source>
        <translation>Sie haben keine gemeinsame Metrik.</translation>
    </message>
    <message>
        <source>Best so far is %1 with %2 %3</source>
        <translation>Bisher am besten ist %1 mit %2 %3</translation>
    </message>
    <message>
        <source>Best is %1 with %2 %3</source>
        <translation>Am besten ist %1 mit %2 %3</translation>
    </message>
    <message>
        <source>, the same as the next</source>
        <translation>, gleichauf mit dem nächsten</translation>
    </message>
    <message>
        <source>, %1 above the next</source>
        <translation>, %1 über dem nächsten</translation>
    </message>
    <message>
        <source>, %1 below the next</source>
        <translation>, %1 unter dem nächsten</translation>
    </message>
    <message>
        <source>; one run is not finished</source>
        <translation>; ein Lauf ist nicht beendet</translation>
    </message>
    <message>
        <source>; %1 runs are not finished</source>
        <translation>; %1 Läufe sind nicht beendet</translation>
    </message>
</context>
<context>
    <name>ContractText</name>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>CopyableRows</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
</context>
<context>
    <name>DataText</name>
    <message>
        <source>%1 examples, %2 tokens</source>
        <translation>%1 Beispiele, %2 Tokens</translation>
    </message>
    <message>
        <source>%1 tokens are learned (%2 %)</source>
        <translation>%1 Tokens werden gelernt (%2 %)</translation>
    </message>
    <message>
        <source>%1 % of the computed tokens are padding</source>
        <translation>%1 % des Berechneten sind Auffüllung</translation>
    </message>
    <message>
        <source>All have %1 tokens</source>
        <translation>Alle haben %1 Tokens</translation>
    </message>
    <message>
        <source>Lengths: %1 to %2, half of them up to %3, 95 % up to %4</source>
        <translation>Längen: %1 bis %2, die Hälfte bis %3, 95 % bis %4</translation>
    </message>
    <message>
        <source>Vocabulary of %1 entries, trained on this data</source>
        <translation>Vokabular mit %1 Einträgen, an diesen Daten trainiert</translation>
    </message>
    <message>
        <source>Vocabulary of %1 entries: %2</source>
        <translation>Vokabular mit %1 Einträgen: %2</translation>
    </message>
    <message>
        <source>Only the first %1 records were read</source>
        <translation>Nur die ersten %1 Datensätze wurden angesehen</translation>
    </message>
    <message>
        <source>Label %1: %2</source>
        <translation>Label %1: %2</translation>
    </message>
    <message>
        <source>and %1 more labels</source>
        <translation>und %1 weitere Labels</translation>
    </message>
    <message>
        <source>Example %1 of %2, drawn at random</source>
        <translation>Beispiel %1 von %2, zufällig gezogen</translation>
    </message>
    <message>
        <source>Example %1 of %2</source>
        <translation>Beispiel %1 von %2</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Tokens</translation>
    </message>
    <message>
        <source>label: %1</source>
        <translation>Label: %1</translation>
    </message>
    <message>
        <source>dim: not learned</source>
        <translation>blass: nicht gelernt</translation>
    </message>
    <message>
        <source>colored: hidden, the tool tip has the true token</source>
        <translation>farbig: verdeckt, der Tipp zeigt das wahre Token</translation>
    </message>
    <message>
        <source>only the first %1 tokens</source>
        <translation>nur die ersten %1 Tokens</translation>
    </message>
    <message>
        <source>Token %1</source>
        <translation>Token %1</translation>
    </message>
    <message>
        <source>Hidden: %1 (token %2)</source>
        <translation>Verdeckt: %1 (Token %2)</translation>
    </message>
    <message>
        <source>Vocabulary of %1 entries, built from these records only: training builds its own, from all of them</source>
        <translation>Vokabular aus %1 Einträgen, nur aus diesen Datensätzen gemacht: Das Training macht sein eigenes, aus allen</translation>
    </message>
</context>
<context>
    <name>Estimate</name>
    <message>
        <source>at most %1 GPU-hours</source>
        <translation>höchstens %1 GPU-Stunden</translation>
    </message>
    <message>
        <source>would start immediately</source>
        <translation>würde sofort starten</translation>
    </message>
    <message>
        <source>would start %1</source>
        <translation>Start etwa %1</translation>
    </message>
</context>
<context>
    <name>Experiment</name>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Version of the document&apos;s format. Programs refuse versions that they do not know.</source>
        <translation>Version des Dokumentformats. Programme weisen eine Version ab, die sie nicht kennen.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Short name of the experiment. The names of the run folder and of the job begin with it.</source>
        <translation>Kurzer Name des Experiments; mit ihm beginnen der Name des Laufordners und der des Auftrags.</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Free text about the purpose of the run. It is kept with the run and has no effect.</source>
        <translation>Freier Text zum Zweck des Laufs. Er wird beim Lauf aufbewahrt und ändert nichts.</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Words for finding and grouping runs.</source>
        <translation>Wörter, nach denen sich Läufe finden und gruppieren lassen.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Seed of every random sequence: initial weights, order of the data, dropout. The same seed on the same machine and number of ranks gives the same run.</source>
        <translation>Anfang jeder Zufallsfolge: Anfangsgewichte, Reihenfolge der Daten, Dropout. Derselbe Startwert auf demselben Rechner und mit denselben Rängen ergibt denselben Lauf.</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>Arbeitslast</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Launcher</source>
        <translation>Starter</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Arguments of the program, each passed on as it stands, without a shell. Placeholders such as {run_dir} and {resume_from} are replaced.</source>
        <translation>Argumente des Programms, jedes wird ohne Shell so übergeben, wie es dasteht. Wörter wie {run_dir} und {resume_from} werden ersetzt.</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>Metriken</translation>
    </message>
    <message>
        <source>Where the curves come from: whatever the program prints (auto), a Hugging Face Trainer alone, JSON lines alone, or nowhere.</source>
        <translation>Woher die Kurven kommen: von allem, was das Programm ausgibt (auto), nur von einem Hugging-Face-Trainer, nur von JSON-Zeilen, oder nirgendwoher.</translation>
    </message>
    <message>
        <source>Pattern of metrics</source>
        <translation>Muster der Metriken</translation>
    </message>
    <message>
        <source>How a printed line is read, where it is not read rightly by itself: iter {step}: loss {loss}, {*} lr {lr}. Each {name} is a number, {*} any text. Only lines that fit are read then.</source>
        <translation>Wie eine ausgegebene Zeile gelesen wird, wenn sie von selbst nicht richtig gelesen wird: iter {step}: loss {loss}, {*} lr {lr}. Jedes {name} ist eine Zahl, {*} beliebiger Text. Nur Zeilen, die passen, werden dann gelesen.</translation>
    </message>
    <message>
        <source>Step of metrics</source>
        <translation>Schritt der Metriken</translation>
    </message>
    <message>
        <source>The printed name whose number is the step, where another one was taken for it: samples_seen.</source>
        <translation>Der ausgegebene Name, dessen Zahl der Schritt ist, wenn eine andere dafür gehalten wurde: samples_seen.</translation>
    </message>
    <message>
        <source>Metrics left out</source>
        <translation>Ausgelassene Metriken</translation>
    </message>
    <message>
        <source>Names of curves that are not wanted of what is printed: mfu, train/time.</source>
        <translation>Namen von Kurven, die von dem, was ausgegeben wird, nicht gewünscht sind: mfu, train/time.</translation>
    </message>
    <message>
        <source>Trackers</source>
        <translation>Tracker</translation>
    </message>
    <message>
        <source>Trackers whose files are written into the run folder while it runs, for their own programs: wandb (an offline run, sent by wandb sync), tensorboard.</source>
        <translation>Tracker, deren Dateien während des Laufs in seinen Ordner geschrieben werden, für ihre eigenen Programme: wandb (ein Offline-Lauf, den wandb sync sendet), tensorboard.</translation>
    </message>
    <message>
        <source>Trackers stay offline</source>
        <translation>Tracker bleiben offline</translation>
    </message>
    <message>
        <source>Sets the switches by which W&amp;B, Comet, Neptune, SwanLab and ClearML write to files and send nothing. Trainyard reads those files; a variable that is set above counts more.</source>
        <translation>Setzt die Schalter, mit denen W&amp;B, Comet, Neptune, SwanLab und ClearML in Dateien schreiben und nichts senden. Trainyard liest diese Dateien; eine oben gesetzte Variable geht vor.</translation>
    </message>
    <message>
        <source>Stop signal</source>
        <translation>Haltesignal</translation>
    </message>
    <message>
        <source>Signal that tells the program to save and stop.</source>
        <translation>Signal, das das Programm bittet, zu sichern und anzuhalten.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architektur</translation>
    </message>
    <message>
        <source>Model architecture. It must match the pretrained folder if one is given.</source>
        <translation>Familie von Modellen. Sie muss zum vortrainierten Ordner passen, wenn einer angegeben ist.</translation>
    </message>
    <message>
        <source>Pretrained weights</source>
        <translation>Vortrainierte Gewichte</translation>
    </message>
    <message>
        <source>Hugging Face folder to start from. Null starts from random weights.</source>
        <translation>Hugging-Face-Ordner, von dem ausgegangen wird. Null beginnt mit zufälligen Gewichten.</translation>
    </message>
    <message>
        <source>Config overrides</source>
        <translation>Abweichungen</translation>
    </message>
    <message>
        <source>Values of config.json that replace the defaults of the architecture or those of the pretrained folder.</source>
        <translation>Werte der config.json, die die Vorgaben der Architektur oder des vortrainierten Ordners ersetzen.</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Lernaufgabe</translation>
    </message>
    <message>
        <source>What the model learns. It determines labels, loss and metrics.</source>
        <translation>Was das Modell lernt; danach richten sich Zielwerte, Verlust und Metriken.</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Kind of data</source>
        <translation>Art der Daten</translation>
    </message>
    <message>
        <source>Prepared folder</source>
        <translation>Vorbereiteter Ordner</translation>
    </message>
    <message>
        <source>Folder that `engine prepare` wrote.</source>
        <translation>Ordner, den `engine prepare` geschrieben hat.</translation>
    </message>
    <message>
        <source>Training files</source>
        <translation>Trainingsdateien</translation>
    </message>
    <message>
        <source>Validation files</source>
        <translation>Prüfdateien</translation>
    </message>
    <message>
        <source>Validation split</source>
        <translation>Zurückgehaltener Anteil</translation>
    </message>
    <message>
        <source>ratio</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Tokenizer</source>
        <translation>Tokenizer</translation>
    </message>
    <message>
        <source>Tokenizer folder or tokenizer.json. Null uses the tokenizer of the pretrained weights, or trains one on the data for a new model.</source>
        <translation>Ordner oder tokenizer.json zum Kodieren. Null nimmt den der vortrainierten Gewichte oder trainiert für ein neues Modell einen auf den Daten.</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>Sequenzlänge</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Stapel</translation>
    </message>
    <message>
        <source>Batch size per device</source>
        <translation>Stapel je Gerät</translation>
    </message>
    <message>
        <source>Sequences that one process handles at a time. Memory use grows with it.</source>
        <translation>Sequenzen, die ein Prozess auf einmal nimmt. Der Speicherbedarf wächst damit.</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>Sequenzen</translation>
    </message>
    <message>
        <source>Gradient accumulation steps</source>
        <translation>Gesammelte Stapel</translation>
    </message>
    <message>
        <source>Batches whose gradients are summed before each optimizer step. It gives a larger effective batch with the same memory.</source>
        <translation>Stapel, deren Gradienten vor einem Schritt des Optimierers addiert werden. Das wirkt wie ein größerer Stapel bei gleichem Speicher.</translation>
    </message>
    <message>
        <source>batches</source>
        <translation>Stapel</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Maximum steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Optimizer steps of the whole run. If given, the number of epochs is ignored.</source>
        <translation>Schritte des Optimierers im ganzen Lauf. Sind sie angegeben, zählt die Zahl der Epochen nicht.</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>Passes over the training data if the number of steps is not given. Fractions of an epoch are allowed.</source>
        <translation>Durchgänge durch die Trainingsdaten, wenn keine Schritte angegeben sind; Teile einer Epoche sind erlaubt.</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Peak learning rate, reached at the end of the warm-up.</source>
        <translation>Größte Lernrate, erreicht nach dem Anlauf.</translation>
    </message>
    <message>
        <source>Beta 1</source>
        <translation>Beta 1</translation>
    </message>
    <message>
        <source>Decay rate of the running mean of the gradients; of lion, how much of its momentum an update has.</source>
        <translation>Abklingrate des laufenden Mittels der Gradienten; bei lion, wie viel eine Aktualisierung vom Impuls hat.</translation>
    </message>
    <message>
        <source>Beta 2</source>
        <translation>Beta 2</translation>
    </message>
    <message>
        <source>Decay rate of the running mean of the squared gradients; of lion, that of its momentum.</source>
        <translation>Abklingrate des laufenden Mittels der quadrierten Gradienten; bei lion die seines Impulses.</translation>
    </message>
    <message>
        <source>Epsilon</source>
        <translation>Epsilon</translation>
    </message>
    <message>
        <source>Small constant added to the denominator for numerical stability.</source>
        <translation>Kleine Zahl, die für die numerische Stabilität zum Nenner addiert wird.</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>Gewichtsabnahme</translation>
    </message>
    <message>
        <source>Decay of the weights towards zero. Biases and normalization weights are excluded.</source>
        <translation>Zug der Gewichte gegen null; Bias- und Normalisierungsgewichte sind ausgenommen.</translation>
    </message>
    <message>
        <source>Gradient clipping</source>
        <translation>Begrenzung der Gradienten</translation>
    </message>
    <message>
        <source>Gradients with a larger norm are scaled down to this norm. 0 turns clipping off.</source>
        <translation>Gradienten werden auf diese Norm verkleinert, wenn ihre größer ist. 0 schaltet die Begrenzung ab.</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Warm-up steps</source>
        <translation>Anlauf</translation>
    </message>
    <message>
        <source>Steps over which the learning rate rises from 0.</source>
        <translation>Schritte, über die die Lernrate von 0 ansteigt.</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Parallel</source>
        <translation>Verteilung</translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation>ZeRO-Stufe</translation>
    </message>
    <message>
        <source>What is sharded over the processes instead of replicated: 0 nothing, 1 optimizer state, 2 gradients as well, 3 parameters as well.</source>
        <translation>Was auf die Prozesse verteilt statt kopiert wird: 0 nichts, 1 Zustand des Optimierers, 2 auch Gradienten, 3 auch Parameter.</translation>
    </message>
    <message>
        <source>Offload the optimizer</source>
        <translation>Optimierer im Hauptspeicher</translation>
    </message>
    <message>
        <source>Shard degree</source>
        <translation>Größe der Gruppen</translation>
    </message>
    <message>
        <source>Keeps the optimizer state in host memory instead of GPU memory. Saves GPU memory at the cost of speed.</source>
        <translation>Hält den Zustand des Optimierers im Hauptspeicher statt in dem der GPU. Das spart GPU-Speicher und kostet Tempo.</translation>
    </message>
    <message>
        <source>How many processes share out the state, such as those of one machine. Each group of that many has all of it, so that only sums of gradients travel between groups. Null means all processes.</source>
        <translation>Wie viele Prozesse den Zustand unter sich aufteilen, etwa die einer Maschine. Jede Gruppe dieser Größe hat ihn ganz, so dass zwischen den Gruppen nur Summen von Gradienten unterwegs sind. Null heißt alle Prozesse.</translation>
    </message>
    <message>
        <source>Offload parameters</source>
        <translation>Parameter im Hauptspeicher</translation>
    </message>
    <message>
        <source>Keeps parameters in host memory until they are needed. Saves GPU memory at the cost of speed.</source>
        <translation>Hält Parameter im Hauptspeicher, bis sie gebraucht werden. Das spart GPU-Speicher und kostet Tempo.</translation>
    </message>
    <message>
        <source>Activation checkpointing</source>
        <translation>Neuberechnung</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>Auswertung</translation>
    </message>
    <message>
        <source>Evaluate every</source>
        <translation>Auswerten alle</translation>
    </message>
    <message>
        <source>Steps between evaluations on the held-out data. Null means never.</source>
        <translation>Schritte zwischen Auswertungen auf den zurückgehaltenen Daten. Null heißt nie.</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Metrik</translation>
    </message>
    <message>
        <source>Metric that decides which checkpoint is best and when to stop early.</source>
        <translation>Wert, der entscheidet, welcher Sicherungspunkt der beste ist und wann früh abgebrochen wird.</translation>
    </message>
    <message>
        <source>Early stopping patience</source>
        <translation>Früher Abbruch</translation>
    </message>
    <message>
        <source>Number of evaluations without improvement after which training stops. Null means never.</source>
        <translation>Auswertungen ohne besseren Wert, nach denen das Training endet. Null heißt nie.</translation>
    </message>
    <message>
        <source>evaluations</source>
        <translation>Auswertungen</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Sicherungspunkt</translation>
    </message>
    <message>
        <source>Save every</source>
        <translation>Sichern alle</translation>
    </message>
    <message>
        <source>Checkpoints to keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Number of most recent checkpoints that are kept. Older ones are deleted.</source>
        <translation>So viele der neuesten Sicherungspunkte bleiben; ältere werden gelöscht.</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>Sicherungspunkte</translation>
    </message>
    <message>
        <source>Keep the best checkpoint</source>
        <translation>Beste behalten</translation>
    </message>
    <message>
        <source>Keeps the checkpoint with the best evaluation as well as the most recent one.</source>
        <translation>Behält neben den neuesten den Sicherungspunkt mit der besten Auswertung.</translation>
    </message>
    <message>
        <source>Logging</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>Log every</source>
        <translation>Aufzeichnen alle</translation>
    </message>
    <message>
        <source>Steps between points of the training curves. Null means never.</source>
        <translation>Schritte zwischen zwei Punkten der Trainingskurven. Null heißt nie.</translation>
    </message>
    <message>
        <source>Log the first step</source>
        <translation>Ersten Schritt aufzeichnen</translation>
    </message>
    <message>
        <source>Also reports the metrics of step 1, whatever the interval is.</source>
        <translation>Meldet auch die Metriken von Schritt 1, gleich welcher Abstand gilt.</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>Ressourcen</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Number of machines that the run uses.</source>
        <translation>Rechner, die der Lauf zusammen benutzt.</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>GPUs per node</source>
        <translation>GPUs je Knoten</translation>
    </message>
    <message>
        <source>GPUs on each machine. 0 trains on the CPU, even if there are GPUs.</source>
        <translation>GPUs auf jedem Rechner. 0 rechnet auf dem Prozessor, auch wo es GPUs gibt.</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>GPU type</source>
        <translation>GPU-Typ</translation>
    </message>
    <message>
        <source>GPU type as the scheduler names it. Null means any.</source>
        <translation>Typ der GPU, wie der Scheduler ihn nennt. Null nimmt jede.</translation>
    </message>
    <message>
        <source>Processes per node</source>
        <translation>Prozesse je Knoten</translation>
    </message>
    <message>
        <source>Processes of the program on each machine. auto means one per GPU, or one without GPUs.</source>
        <translation>Prozesse des Programms auf jedem Rechner; auto ist einer je GPU, sonst einer.</translation>
    </message>
    <message>
        <source>processes</source>
        <translation>Prozesse</translation>
    </message>
    <message>
        <source>CPU cores per process</source>
        <translation>Prozessorkerne je Prozess</translation>
    </message>
    <message>
        <source>CPU cores for each process. Null leaves it to the target.</source>
        <translation>Kerne für jeden Prozess. Null überlässt es dem Ziel.</translation>
    </message>
    <message>
        <source>cores</source>
        <translation>Kerne</translation>
    </message>
    <message>
        <source>Memory per node</source>
        <translation>Speicher je Knoten</translation>
    </message>
    <message>
        <source>Main memory on each machine. 0 means all of it, as with Slurm&apos;s --mem=0. Null leaves it to the target.</source>
        <translation>Hauptspeicher auf jedem Rechner; 0 ist aller, den er hat, wie bei --mem=0 von Slurm. Null überlässt es dem Ziel.</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>Zeitgrenze</translation>
    </message>
    <message>
        <source>Time limit in Slurm&apos;s format: minutes, hours:minutes:seconds or days-hours:minutes:seconds. Null leaves it to the target.</source>
        <translation>Längste Dauer, wie Slurm sie schreibt: Minuten, Stunden:Minuten:Sekunden oder Tage-Stunden:Minuten:Sekunden. Null überlässt es dem Ziel.</translation>
    </message>
    <message>
        <source>Partition</source>
        <translation>Partition</translation>
    </message>
    <message>
        <source>Partition of the cluster. Null means the cluster&apos;s default.</source>
        <translation>Warteschlange des Clusters. Null nimmt die Wahl des Clusters.</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>Konto</translation>
    </message>
    <message>
        <source>Account that the job is charged to.</source>
        <translation>Konto, dem die Zeit berechnet wird.</translation>
    </message>
    <message>
        <source>Quality of service (QOS)</source>
        <translation>Dienstgüte</translation>
    </message>
    <message>
        <source>The scheduler&apos;s quality of service, which has limits of its own.</source>
        <translation>Dienstklasse des Schedulers, mit eigenen Grenzen.</translation>
    </message>
    <message>
        <source>Reservation</source>
        <translation>Reservierung</translation>
    </message>
    <message>
        <source>Reservation to run in.</source>
        <translation>Name einer Reservierung, in der gelaufen wird.</translation>
    </message>
    <message>
        <source>Job array</source>
        <translation>Array</translation>
    </message>
    <message>
        <source>Indices of the job array in Slurm&apos;s format: 0-9, 0-9:2 or 1,3,5, with %4 for at most four at a time.</source>
        <translation>Indizes von Läufen, die sich im Index unterscheiden, wie Slurm sie schreibt: 0-9, 0-9:2, 1,3,5, mit %4 für vier zugleich.</translation>
    </message>
    <message>
        <source>Dependency</source>
        <translation>Abhängigkeit</translation>
    </message>
    <message>
        <source>Extra directives</source>
        <translation>Weitere Anweisungen</translation>
    </message>
    <message>
        <source>Further options for the scheduler, one per item, such as --constraint=a100 or, on PBS, -P project.</source>
        <translation>Weitere Optionen des Schedulers, je Eintrag eine, etwa --constraint=a100 oder, bei PBS, -P projekt.</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Neustart</translation>
    </message>
    <message>
        <source>Requeue after the time limit</source>
        <translation>Nach der Zeitgrenze fortsetzen</translation>
    </message>
    <message>
        <source>Restarts the run from its last checkpoint after it has reached the time limit.</source>
        <translation>Startet den Lauf von seinem letzten Sicherungspunkt neu, wenn die Zeitgrenze ihn beendet hat.</translation>
    </message>
    <message>
        <source>Requeue after preemption</source>
        <translation>Nach Verdrängung fortsetzen</translation>
    </message>
    <message>
        <source>Restarts the run from its last checkpoint after the scheduler has preempted it.</source>
        <translation>Startet den Lauf von seinem letzten Sicherungspunkt neu, wenn der Scheduler ihm die Rechner genommen hat.</translation>
    </message>
    <message>
        <source>Warning before the end</source>
        <translation>Warnung vor dem Ende</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>Restarts without progress</source>
        <translation>Starts ohne Fortschritt</translation>
    </message>
    <message>
        <source>Consecutive starts without a new checkpoint after which the run is given up.</source>
        <translation>Starts in Folge ohne neuen Sicherungspunkt, nach denen der Lauf aufgegeben wird.</translation>
    </message>
    <message>
        <source>starts</source>
        <translation>Starts</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>Module</translation>
    </message>
    <message>
        <source>Environment modules to load, in order; purge unloads all that are loaded there.</source>
        <translation>Umgebungsmodule, die der Reihe nach geladen werden; purge entlädt alle, die dort geladen sind.</translation>
    </message>
    <message>
        <source>Conda environment</source>
        <translation>Conda-Umgebung</translation>
    </message>
    <message>
        <source>Name or path of a conda environment to activate.</source>
        <translation>Name oder Pfad einer Conda-Umgebung, die aktiviert wird.</translation>
    </message>
    <message>
        <source>Virtual environment</source>
        <translation>Virtuelle Umgebung</translation>
    </message>
    <message>
        <source>Folder of a Python virtual environment to activate.</source>
        <translation>Ordner einer virtuellen Python-Umgebung, die aktiviert wird.</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>Container</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variablen</translation>
    </message>
    <message>
        <source>Environment variables of the workload. A variable whose value is null is taken from the target&apos;s own environment and is not written to disk.</source>
        <translation>Umgebungsvariablen des Laufs. Eine Variable mit dem Wert null kommt aus der Umgebung des Ziels und wird nirgends aufgeschrieben.</translation>
    </message>
    <message>
        <source>Setup commands</source>
        <translation>Einrichtungsbefehle</translation>
    </message>
    <message>
        <source>Shell commands that run before the workload, in this order. The run ends if one of them fails.</source>
        <translation>Shell-Befehle, die der Reihe nach vorher laufen; der Lauf endet, wenn einer fehlschlägt.</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Code folder</source>
        <translation>Code-Ordner</translation>
    </message>
    <message>
        <source>Folder that is sent with the run and is the working directory of every process. Null sends none.</source>
        <translation>Ordner, der mit dem Lauf reist und Arbeitsverzeichnis jedes Prozesses ist. Null nimmt keinen.</translation>
    </message>
    <message>
        <source>Exclude</source>
        <translation>Ausgelassen</translation>
    </message>
    <message>
        <source>What starts the processes of the program. With none, the agent starts them itself.</source>
        <translation>Wer die Prozesse des Programms startet. Bei none startet der Agent sie selbst.</translation>
    </message>
    <message>
        <source>Global batch size</source>
        <translation>Gesamtstapel</translation>
    </message>
    <message>
        <source>Sequences per optimizer step over all processes. Each process takes its share in pieces of at most the batch size per device, so any number of processes gives the same curve. Null means batch size per device x accumulation steps x processes.</source>
        <translation>Sequenzen eines Schritts des Optimierers, über alle Prozesse. Jeder Prozess nimmt dann seinen Anteil in Stücken von höchstens dem Stapel je Gerät, sodass jede Zahl von Prozessen dieselbe Kurve ergibt. Null nimmt Stapel je Gerät x gesammelte Stapel x Prozesse.</translation>
    </message>
    <message>
        <source>Steps between checkpoints. Null saves only at the end, when the run is stopped and, if the best checkpoint is kept, at the best evaluation.</source>
        <translation>Schritte zwischen Sicherungspunkte. Null speichert nur am Ende, beim Anhalten des Laufs und, wo der beste behalten wird, bei der besten Auswertung.</translation>
    </message>
    <message>
        <source>How long before the time limit the run is told to save. If this would leave less than half of the run&apos;s time, a quarter of the limit is used.</source>
        <translation>Wie lange vor der Zeitgrenze der Lauf zum Speichern aufgefordert wird. Wo ihm das weniger als die Hälfte seiner Zeit ließe, ist es ein Viertel der Grenze.</translation>
    </message>
    <message>
        <source>How the learning rate changes after the warm-up. linear decays to 0 at the last step. warmup_lr and warmup_decay_lr are DeepSpeed&apos;s WarmupLR (constant) and WarmupDecayLR (linear). The others are those of Hugging Face.</source>
        <translation>Wie sich die Lernrate nach dem Anlauf ändert. linear fällt bis zum letzten Schritt auf 0. warmup_lr und warmup_decay_lr sind WarmupLR (gleichbleibend) und WarmupDecayLR (linear) von DeepSpeed, die anderen die von Hugging Face.</translation>
    </message>
    <message>
        <source>Warm-up ratio</source>
        <translation>Anteil des Anlaufs</translation>
    </message>
    <message>
        <source>Warm-up as a fraction of all steps, rounded up. Null uses the warm-up steps.</source>
        <translation>Der Anlauf als Anteil aller Schritte, aufgerundet. Null nimmt die Schritte des Anlaufs.</translation>
    </message>
    <message>
        <source>Warm-up shape</source>
        <translation>Form des Anlaufs</translation>
    </message>
    <message>
        <source>Minimum learning rate</source>
        <translation>Kleinste Lernrate</translation>
    </message>
    <message>
        <source>Learning rate at the end of the decay. warmup_lr, warmup_decay_lr and warmup_stable_decay also start from it.</source>
        <translation>Wo das Abfallen endet; warmup_lr, warmup_decay_lr und warmup_stable_decay beginnen auch dort.</translation>
    </message>
    <message>
        <source>Cycles</source>
        <translation>Schwingungen</translation>
    </message>
    <message>
        <source>Number of cosine waves. Null means half a wave, or a single descent for cosine_with_restarts.</source>
        <translation>Schwingungen des Kosinus. Null ist eine halbe, bei cosine_with_restarts ein einziges Abfallen vom Anfang an.</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Exponent</translation>
    </message>
    <message>
        <source>Exponent of the polynomial. 1 is a straight line.</source>
        <translation>Exponent des Polynoms; 1 ist eine Gerade.</translation>
    </message>
    <message>
        <source>Decay steps</source>
        <translation>Abfallen</translation>
    </message>
    <message>
        <source>Final steps during which the learning rate decays. Null means a tenth of all steps.</source>
        <translation>Letzte Schritte, über die die Lernrate fällt. Null ist ein Zehntel aller Schritte.</translation>
    </message>
    <message>
        <source>Time scale</source>
        <translation>Zeitmaß</translation>
    </message>
    <message>
        <source>Steps after the warm-up until the learning rate has fallen to 0.71 of its peak. Null uses the warm-up steps, or 10,000 without a warm-up.</source>
        <translation>Schritte nach dem Ende des Anlaufs, bis die Lernrate auf das 0,71-Fache gefallen ist. Null nimmt den Anlauf, ohne einen 10.000.</translation>
    </message>
    <message>
        <source>The logarithmic warm-up rises steeply at first. It is DeepSpeed&apos;s default.</source>
        <translation>Der Logarithmus steigt zuerst steil an; er ist die Vorgabe von DeepSpeed.</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>Momentum</translation>
    </message>
    <message>
        <source>Fraction of the previous update that is kept.</source>
        <translation>Anteil der Richtung des letzten Schritts, der erhalten bleibt.</translation>
    </message>
    <message>
        <source>Label smoothing</source>
        <translation>Labelglättung</translation>
    </message>
    <message>
        <source>Fraction of each target that is spread evenly over the vocabulary. It is part of the training and evaluation losses, as in Hugging Face Trainer.</source>
        <translation>Anteil jedes Ziels, der gleichmäßig über das ganze Vokabular verteilt wird. Er steckt in den Verlusten von Training und Auswertung, wie im Trainer von Hugging Face.</translation>
    </message>
    <message>
        <source>Masking probability</source>
        <translation>Anteil verdeckter Token</translation>
    </message>
    <message>
        <source>Probability that a token is masked and has to be predicted. Of the masked tokens, 80 % become the mask token, 10 % a random token, and 10 % stay unchanged.</source>
        <translation>Wie wahrscheinlich jedes Token verdeckt wird und gefunden werden muss. Von den verdeckten werden 8 von 10 zum Maskentoken, 1 von 10 zu irgendeinem Token, 1 von 10 bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>NEFTune noise</source>
        <translation>NEFTune-Rauschen</translation>
    </message>
    <message>
        <source>Adds noise to the embeddings during training, uniform between -a and a, where a is this value divided by the square root of sequence length times width. 5 to 15 are usual. 0 means none.</source>
        <translation>Fügt den Einbettungen im Training Rauschen hinzu: jede Zahl bekommt eine von -a bis a, wobei a dieser Wert geteilt durch die Wurzel aus Sequenzlänge mal Breite ist. Üblich sind 5 bis 15; 0 heißt keines.</translation>
    </message>
    <message>
        <source>Evaluate every (epochs)</source>
        <translation>Auswerten nach Epochen</translation>
    </message>
    <message>
        <source>Evaluate before training</source>
        <translation>Vor dem Training auswerten</translation>
    </message>
    <message>
        <source>Evaluates the model before the first step. This evaluation never counts as the best and never stops the run.</source>
        <translation>Wertet das Modell aus, wie es beginnt. Es ist nie das beste und kein Grund aufzuhören.</translation>
    </message>
    <message>
        <source>Evaluation batch size</source>
        <translation>Batch der Auswertungen</translation>
    </message>
    <message>
        <source>Sequences that a process evaluates at a time. Null uses batch.per_device.</source>
        <translation>Sequenzen, die ein Prozess auf einmal auswertet. Null nimmt batch.per_device.</translation>
    </message>
    <message>
        <source>Save every (epochs)</source>
        <translation>Sichern nach Epochen</translation>
    </message>
    <message>
        <source>Maximum shard size</source>
        <translation>Größte Datei mit Gewichten</translation>
    </message>
    <message>
        <source>Larger weights are split into several files, in the format that transformers reads.</source>
        <translation>Gewichte von mehr als diesem werden in mehrere Dateien geschrieben, die transformers liest.</translation>
    </message>
    <message>
        <source>GB</source>
        <translation>GB</translation>
    </message>
    <message>
        <source>LoRA</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Trains low-rank matrices of this rank beside the target weights, which stay frozen. Checkpoints then hold only the adapter, in the format of peft. Null trains all weights.</source>
        <translation>Trainiert Matrizen von diesem niedrigen Rang neben den gewählten Gewichten, die bleiben, wie sie sind. Checkpoints enthalten dann nur den Adapter, im Format von peft. Null trainiert alle Gewichte.</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>The output of the adapter is scaled by alpha divided by the rank.</source>
        <translation>Was der Adapter hinzufügt, wird mit Alpha geteilt durch den Rang malgenommen.</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Probability that an input of the adapter is set to zero.</source>
        <translation>Wahrscheinlichkeit, dass eine Zahl auf dem Weg in den Adapter null wird.</translation>
    </message>
    <message>
        <source>Rank-stabilized</source>
        <translation>Rangstabilisiert</translation>
    </message>
    <message>
        <source>Divides alpha by the square root of the rank instead of the rank.</source>
        <translation>Teilt Alpha durch die Wurzel des Rangs statt durch den Rang.</translation>
    </message>
    <message>
        <source>Target modules</source>
        <translation>Gewählte Module</translation>
    </message>
    <message>
        <source>Names of the modules that get an adapter, such as q_proj. all-linear means every linear layer but the head. Null uses peft&apos;s defaults for the architecture.</source>
        <translation>Namen der Module, die einen Adapter bekommen, etwa q_proj; all-linear nimmt alle außer dem Kopf. Keine nimmt, was peft für die Architektur nimmt.</translation>
    </message>
    <message>
        <source>Problem type</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>One label per text (cross-entropy), any number of labels per text (binary cross-entropy), or one number per text (mean squared error).</source>
        <translation>Ein Label je Text (Kreuzentropie), beliebig viele Labels je Text (binäre Kreuzentropie) oder eine Zahl je Text (mittlerer quadratischer Fehler).</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>Labels</translation>
    </message>
    <message>
        <source>Names of the labels in the order of the model&apos;s outputs. Null uses those of the training data, sorted.</source>
        <translation>Namen der Labels in der Reihenfolge der Ausgaben des Modells. Keine nimmt die der Trainingsdaten, sortiert.</translation>
    </message>
    <message>
        <source>Tokens per example. Language modeling concatenates the texts and cuts them into pieces of this length; classification truncates longer texts.</source>
        <translation>Token in einem Beispiel. Sprachmodellierung fügt die Texte zusammen und schneidet sie in Stücke dieser Länge; Klassifikation schneidet ab, was länger ist.</translation>
    </message>
    <message>
        <source>Text column</source>
        <translation>Textspalte</translation>
    </message>
    <message>
        <source>Text pair column</source>
        <translation>Spalte des zweiten Textes</translation>
    </message>
    <message>
        <source>Column of a second text that is classified together with the first. Null means none.</source>
        <translation>Spalte eines zweiten Textes, der zusammen mit dem ersten beurteilt wird. Null heißt keiner.</translation>
    </message>
    <message>
        <source>Label column</source>
        <translation>Labelspalte</translation>
    </message>
    <message>
        <source>Column of the target: a label, several labels, a number, or one label per word.</source>
        <translation>Spalte dessen, was gelernt wird: ein Label, mehrere, eine Zahl, oder ein Label für jedes Wort.</translation>
    </message>
    <message>
        <source>Deterministic</source>
        <translation>Deterministisch</translation>
    </message>
    <message>
        <source>Uses only GPU kernels that give the same bits every time, which may be slower. A resumed run then continues bit for bit on a GPU as well, as it always does on a CPU.</source>
        <translation>Nimmt nur GPU-Kernel, die jedes Mal dieselben Bits ergeben, was langsamer sein kann. Ein fortgesetzter Lauf geht dann auch auf einer GPU Bit für Bit weiter, wie immer auf einem Prozessor.</translation>
    </message>
    <message>
        <source>TF32</source>
        <translation>TF32</translation>
    </message>
    <message>
        <source>Lets the GPU round the factors of fp32 products to 10 bits, which is several times faster on Ampere and later. It has no effect on CPUs.</source>
        <translation>Lässt eine GPU die Faktoren von fp32-Produkten auf 10 Bit runden, was ab Ampere mehrmals so schnell ist. Ein Prozessor kennt das nicht.</translation>
    </message>
    <message>
        <source>Initial loss scale</source>
        <translation>Erste Skala des Loss</translation>
    </message>
    <message>
        <source>The loss is multiplied by 2 to this power at the start.</source>
        <translation>Der Loss wird am Anfang mit 2 hoch dieser Zahl malgenommen.</translation>
    </message>
    <message>
        <source>Loss scale window</source>
        <translation>Fenster der Loss-Skala</translation>
    </message>
    <message>
        <source>Steps without an overflow after which the loss scale is doubled.</source>
        <translation>Nach so vielen Schritten ohne Überlauf wird die Loss-Skala verdoppelt.</translation>
    </message>
    <message>
        <source>Loss scale hysteresis</source>
        <translation>Hysterese der Loss-Skala</translation>
    </message>
    <message>
        <source>Number of overflows after which the loss scale is halved. Earlier ones only skip their step.</source>
        <translation>Der Überlauf dieser Nummer halbiert die Loss-Skala; die davor lassen nur ihren Schritt aus.</translation>
    </message>
    <message>
        <source>overflows</source>
        <translation>Überläufe</translation>
    </message>
    <message>
        <source>Minimum loss scale</source>
        <translation>Niedrigste Loss-Skala</translation>
    </message>
    <message>
        <source>An overflow at this loss scale ends the run.</source>
        <translation>Ein Überlauf bei dieser Loss-Skala beendet den Lauf.</translation>
    </message>
    <message>
        <source>Resize the vocabulary</source>
        <translation>Vokabular vergrößern</translation>
    </message>
    <message>
        <source>Resizes the embeddings of a pretrained model for a tokenizer with more entries. New embeddings start as the mean of the others.</source>
        <translation>Gibt einem vortrainierten Modell Platz für einen Tokenizer mit mehr Einträgen; was neu ist, beginnt als Mittel der anderen.</translation>
    </message>
    <message>
        <source>Pretrained adapter</source>
        <translation>Adapter, mit dem begonnen wird</translation>
    </message>
    <message>
        <source>Folder of a peft adapter to continue training. Its rank, alpha and modules must match these. Null starts from an adapter that has no effect yet.</source>
        <translation>Ordner von peft, dessen Adapter weiter trainiert wird; Rang, Alpha und Module müssen diese sein. Null beginnt mit einem, der noch nichts ändert.</translation>
    </message>
    <message>
        <source>Minimum frequency</source>
        <translation>Kleinste Häufigkeit</translation>
    </message>
    <message>
        <source>Pairs that occur less often are not merged into a token. Null uses the default: 2 for WordPiece, 0 for BPE.</source>
        <translation>Tokenpaare, die der Text seltener hat, werden nicht zu einem. Null nimmt das Übliche: 2 für WordPiece, 0 für BPE.</translation>
    </message>
    <message>
        <source>Special tokens</source>
        <translation>Besondere Token</translation>
    </message>
    <message>
        <source>First entries of the vocabulary, in this order. Null uses the default: [PAD], [UNK], [CLS], [SEP], [MASK] for WordPiece, &lt;|endoftext|&gt; for BPE.</source>
        <translation>Die ersten Einträge des Vokabulars, in dieser Reihenfolge. Keine nimmt das Übliche: [PAD], [UNK], [CLS], [SEP], [MASK] für WordPiece, &lt;|endoftext|&gt; für BPE.</translation>
    </message>
    <message>
        <source>Lowercase</source>
        <translation>Kleinschreibung</translation>
    </message>
    <message>
        <source>Converts text to lowercase and strips accents, as bert-base-uncased does.</source>
        <translation>Macht alle Buchstaben klein und nimmt ihre Akzente weg, wie bert-base-uncased.</translation>
    </message>
    <message>
        <source>Maximum alphabet size</source>
        <translation>Buchstaben</translation>
    </message>
    <message>
        <source>Maximum number of different characters in the vocabulary. The rarest are left out.</source>
        <translation>So viele verschiedene Buchstaben behält das Vokabular höchstens; die seltensten fallen weg.</translation>
    </message>
    <message>
        <source>Group by length</source>
        <translation>Nach Länge gruppieren</translation>
    </message>
    <message>
        <source>Batches rows of similar length together so that there is less padding. Language modeling on text has no padding and is unaffected.</source>
        <translation>Nimmt Zeilen ähnlicher Länge zusammen, damit weniger aufgefüllt wird. Sprachmodellierung auf Text hat keine Auffüllung und bleibt, wie sie ist.</translation>
    </message>
    <message>
        <source>Maximum tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Tokens that the whole run trains on, rounded to whole steps. If given, the number of epochs is ignored; if the number of steps is given as well, the smaller of the two counts.</source>
        <translation>Token, die der ganze Lauf liest, auf ganze Schritte gebracht. Wenn angegeben, zählen die Epochen nicht; mit einer Zahl von Schritten gilt das Kleinere von beiden.</translation>
    </message>
    <message>
        <source>Maximum hours</source>
        <translation>Stunden</translation>
    </message>
    <message>
        <source>Training ends after this time, summed over all attempts, as if after its last step. The learning rate schedule does not follow it.</source>
        <translation>Nach dieser Zeit, alle Versuche zusammen, endet das Training wie nach seinem letzten Schritt; die Lernrate richtet sich nicht danach.</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>Stunden</translation>
    </message>
    <message>
        <source>Update rule. adamw is Adam with decoupled weight decay, adamw_8bit the same with a quarter of its state, lion has one state and wants a learning rate 3 to 10 times smaller, and adafactor keeps almost no state.</source>
        <translation>Regel der Aktualisierung; adamw ist Adam mit entkoppeltem Gewichtszerfall, adamw_8bit dasselbe mit einem Viertel des Zustands, lion hat einen Zustand und will eine 3- bis 10-mal kleinere Lernrate, adafactor behält fast keinen.</translation>
    </message>
    <message>
        <source>What the backward pass recomputes instead of storing: full, all activations inside a layer, which costs about a third of the speed; selective, only the attention weights, where attention has dropout.</source>
        <translation>Was der Rückwärtsdurchgang noch einmal berechnet, statt es zu behalten: full alle inneren Werte einer Schicht, für etwa ein Drittel der Geschwindigkeit; selective nur die Gewichte einer Attention mit Dropout.</translation>
    </message>
    <message>
        <source>Number format of the computation. bf16 and fp16 keep weights and optimizer state in fp32. pure_bf16 keeps nothing in fp32: it halves the memory, but small updates may be lost to rounding.</source>
        <translation>Zahlenformat der Rechnung. bf16 und fp16 halten Gewichte und Optimierer in fp32; pure_bf16 hält nichts in fp32, mit dem halben Speicher und Schritten, die zu klein sein können, um etwas zu ändern.</translation>
    </message>
    <message>
        <source>Offload activations</source>
        <translation>Aktivierungen im Hauptspeicher</translation>
    </message>
    <message>
        <source>Keeps what the backward pass needs in host memory instead of GPU memory, copied there and back during the computation. With full activation checkpointing only the inputs of the layers are moved.</source>
        <translation>Was der Rückwärtsgang braucht, wartet im Speicher der Maschine statt in dem der GPU, neben der Rechnung hin und zurück kopiert. Mit voller Neuberechnung bleiben nur die Eingaben der Schichten zu bewegen.</translation>
    </message>
    <message>
        <source>Profiled steps</source>
        <translation>Vermessene Schritte</translation>
    </message>
    <message>
        <source>Steps in which each operator and kernel is timed, after the first ones of an attempt: a table, and a trace to look at. 0 profiles nothing.</source>
        <translation>Schritte nach den ersten eines Versuchs, in denen die Zeit jedes Operators und Kernels gemessen wird: eine Tabelle und eine Spur zum Ansehen. 0 misst nichts.</translation>
    </message>
    <message>
        <source>Connection timeout</source>
        <translation>Frist der Verbindung</translation>
    </message>
    <message>
        <source>How long processes wait at the start until all of them, and their GPUs, are connected. After that the run ends and names those that are missing.</source>
        <translation>Wie lange die Prozesse am Anfang warten, bis alle und ihre GPUs verbunden sind. Danach endet der Lauf und nennt, wer fehlt.</translation>
    </message>
    <message>
        <source>Reads and tokenizes the training files during training, without preparing them. The length of training is then training.max_steps, and the files are read in order.</source>
        <translation>Liest die Trainingsdateien während des Trainings und zerlegt sie dabei in Token, ohne sie vorzubereiten. Die Länge des Trainings ist dann training.max_steps, und die Dateien werden der Reihe nach gelesen.</translation>
    </message>
    <message>
        <source>Number of streamed texts from which the next one is drawn, as the datasets library shuffles streams. 0 keeps the order of the files, as run_clm does.</source>
        <translation>Zahl der gestreamten Texte, aus denen der nächste gezogen wird, so wie die Bibliothek datasets Ströme mischt. 0 behält die Reihenfolge der Dateien, wie run_clm.</translation>
    </message>
    <message>
        <source>Text files that are tokenized at the start, token timelines in Parquet files, or a folder that `engine prepare` wrote.</source>
        <translation>Textdateien, die beim Start in Tokens zerlegt werden, Token-Verläufe in Parquet-Dateien, oder ein Ordner, den `engine prepare` geschrieben hat.</translation>
    </message>
    <message>
        <source>Held-out files. When none is given, a part of the training texts is held out.</source>
        <translation>Zurückgehaltene Dateien. Ist keine angegeben, wird ein Teil der Trainingstexte zurückgehalten.</translation>
    </message>
    <message>
        <source>Keep line breaks</source>
        <translation>Zeilenumbrüche behalten</translation>
    </message>
    <message>
        <source>Whether each line of a text file keeps its line break as part of the text.</source>
        <translation>Ob eine Zeile einer Textdatei ihren Umbruch als Teil des Textes behält.</translation>
    </message>
    <message>
        <source>Texts per group</source>
        <translation>Zusammengefügte Texte</translation>
    </message>
    <message>
        <source>Number of texts that are concatenated before they are cut into pieces. What is left at the end of each group is dropped. Null concatenates all texts; run_clm uses 1000.</source>
        <translation>Wie viele Texte aneinandergefügt werden, bevor sie in Stücke geschnitten werden; was am Ende jeder Gruppe übrig ist, entfällt. Null fügt alle zusammen; 1000 ist, was run_clm tut.</translation>
    </message>
    <message>
        <source>texts</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>Keep short groups</source>
        <translation>Kurze Gruppen behalten</translation>
    </message>
    <message>
        <source>Whether a group shorter than one sequence is kept as a short sequence.</source>
        <translation>Ob eine Gruppe, die kürzer als eine Sequenz ist, als kurze behalten wird.</translation>
    </message>
    <message>
        <source>Maximum training samples</source>
        <translation>Höchstens so viele Trainingsbeispiele</translation>
    </message>
    <message>
        <source>examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Maximum validation samples</source>
        <translation>Höchstens so viele Validierungsbeispiele</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>Anweisungen</translation>
    </message>
    <message>
        <source>Formatter</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>How a record becomes prompt and completion, or messages: pythonalpaca, pubmedqa_chat, ... Null expects records that already have prompt and completion, or messages.</source>
        <translation>Was aus einem Datensatz Frage und Antwort oder Nachrichten macht: pythonalpaca, pubmedqa_chat, ... Null nimmt Datensätze, die prompt und completion oder messages haben.</translation>
    </message>
    <message>
        <source>Mixture</source>
        <translation>Mischung</translation>
    </message>
    <message>
        <source>YAML file that lists the data sets to train on, how many samples or which fraction of each to use, and how they are shuffled. Null uses the training files in full.</source>
        <translation>Eine YAML-Datei, die sagt, auf welchen Datensammlungen trainiert wird, wie viele Beispiele oder welcher Anteil von jeder, und wie sie gemischt werden. Null nimmt die Trainingsdateien ganz.</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Chat-Vorlage</translation>
    </message>
    <message>
        <source>Jinja file that renders messages as text. Null uses the template of the tokenizer or of the pretrained folder.</source>
        <translation>Eine Jinja-Datei, die aus Nachrichten den Text macht. Null nimmt die aus dem Ordner des Tokenizers oder der vortrainierten Gewichte.</translation>
    </message>
    <message>
        <source>End-of-sequence token</source>
        <translation>Endtoken</translation>
    </message>
    <message>
        <source>Token that ends an answer, for instance &lt;|im_end|&gt;. Null uses the tokenizer&apos;s.</source>
        <translation>Das Token, das eine Antwort beendet, zum Beispiel &lt;|im_end|&gt;. Null nimmt das des Tokenizers.</translation>
    </message>
    <message>
        <source>Loss on</source>
        <translation>Gelernte Tokens</translation>
    </message>
    <message>
        <source>Everything, the completion only, or, for chats, what the assistant says, which the template marks as generation. Auto means the completion for prompts and everything for chats.</source>
        <translation>Alles; nur die Antwort; von Chats, was der Assistent sagt, was die Vorlage als generation kennzeichnet. Auto nimmt die Antwort auf Fragen und von Chats alles.</translation>
    </message>
    <message>
        <source>Packing</source>
        <translation>Packen</translation>
    </message>
    <message>
        <source>Packs several examples into one sequence: ffd, longest first, none cut, with attention limited to each example; wrapped, concatenated and cut anywhere.</source>
        <translation>Fügt mehrere Beispiele zu einer Sequenz: ffd, das längste zuerst und keines zerschnitten, wobei jedes nur sich sieht; wrapped, eines nach dem anderen und irgendwo geschnitten.</translation>
    </message>
    <message>
        <source>Timelines</source>
        <translation>Verläufe</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message>
        <source>Words behind the token ids: vocab.gzip, or the vocabulary.json made from it.</source>
        <translation>Die Wörter der Token-Nummern: vocab.gzip, oder die daraus entstandene vocabulary.json.</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>Whole timelines (tokens), or timelines cut or padded to one length (padded), as classification needs them.</source>
        <translation>Ganze Verläufe (tokens), oder auf eine Länge geschnittene und aufgefüllte (padded), für die die Klassifikation gedacht ist.</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>Durchgänge</translation>
    </message>
    <message>
        <source>How often all timelines are used, each time in a new order, to make the windows of one epoch.</source>
        <translation>Wie oft alle Verläufe durchgegangen werden, jedes Mal in neuer Reihenfolge, um die Fenster einer Epoche zu bilden.</translation>
    </message>
    <message>
        <source>Shuffle buffer</source>
        <translation>Mischpuffer</translation>
    </message>
    <message>
        <source>Number of timelines from which the next one is drawn, as the datasets library shuffles streams. 0 keeps their order.</source>
        <translation>Verläufe, unter denen der nächste gezogen wird, wie die Bibliothek datasets Ströme mischt. 0 behält ihre Reihenfolge.</translation>
    </message>
    <message>
        <source>timelines</source>
        <translation>Verläufe</translation>
    </message>
    <message>
        <source>Padding rate</source>
        <translation>Füllung dazwischen</translation>
    </message>
    <message>
        <source>Mean number of PAD tokens after each timeline, drawn from a Poisson distribution. 0 means none.</source>
        <translation>Mittelwert der Zahl von PAD-Tokens nach jedem Verlauf, die aus einer Poisson-Verteilung gezogen wird. 0 heißt keine.</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Column to predict, for instance same_admission_death: true or false.</source>
        <translation>Spalte dessen, was vorhergesagt werden soll, zum Beispiel same_admission_death: wahr oder falsch.</translation>
    </message>
    <message>
        <source>Without the first 24 hours</source>
        <translation>Ohne die ersten 24 Stunden</translation>
    </message>
    <message>
        <source>Leaves out of the evaluation the rows that already had the outcome in the first 24 hours, where the column OUTCOME_24h is true.</source>
        <translation>Lässt Zeilen aus der Auswertung, die das Ergebnis schon in den ersten 24 Stunden hatten, wo die Spalte ERGEBNIS_24h wahr ist.</translation>
    </message>
    <message>
        <source>Training fraction</source>
        <translation>Anteil der Trainingszeilen</translation>
    </message>
    <message>
        <source>Fraction of the training rows that is used, drawn with the seed.</source>
        <translation>Anteil der Trainingszeilen, mit dem Startwert gezogen, auf dem trainiert wird.</translation>
    </message>
    <message>
        <source>Random truncation</source>
        <translation>Zufälliges Kürzen</translation>
    </message>
    <message>
        <source>Cuts each training row at a random place, a different one in each epoch.</source>
        <translation>Schneidet jede Trainingszeile an einer zufälligen Stelle ab, in jeder Epoche an einer anderen.</translation>
    </message>
    <message>
        <source>Files to train on, one after the other. In text files (UTF-8) each line is a text; CSV and JSON files have one text per record; timelines are Parquet files.</source>
        <translation>Dateien, aus denen gelernt wird, nacheinander. In Textdateien (UTF-8) ist jede Zeile ein Text; CSV- und JSON-Dateien haben einen Text je Datensatz; Verläufe sind Parquet-Dateien.</translation>
    </message>
    <message>
        <source>Program to run. A .py file is run with the environment&apos;s python. It is looked up in the run&apos;s code folder first. The word engine means Trainyard&apos;s own trainer, which is sent along.</source>
        <translation>Das Programm, das läuft; eine .py-Datei läuft mit dem Python der Umgebung. Gesucht wird zuerst im Codeordner des Laufs. Das Wort engine ist Trainyards eigenes, das mitkommt.</translation>
    </message>
    <message>
        <source>Test files</source>
        <translation>Testdateien</translation>
    </message>
    <message>
        <source>Files that the trained model is evaluated on at the end of training.</source>
        <translation>Dateien, an denen das trainierte Modell gemessen wird, wenn das Training vorbei ist.</translation>
    </message>
    <message>
        <source>Temporal test files</source>
        <translation>Testdateien aus späterer Zeit</translation>
    </message>
    <message>
        <source>Further test files from a later period than the training files. They show how well the model holds up over time.</source>
        <translation>Weitere solche Dateien, aus einer späteren Zeit als die Trainingsdateien: was das Modell wert ist, wenn Zeit vergeht.</translation>
    </message>
    <message>
        <source>Fraction of the training texts held out when no validation file is given: the first texts, or random ones if a split seed is given.</source>
        <translation>Anteil der Trainingstexte, der zurückgehalten wird, wenn keine Validierungsdatei angegeben ist: von ihrem Anfang an, oder gezogen, wo es einen Startwert dafür gibt.</translation>
    </message>
    <message>
        <source>Split seed</source>
        <translation>Startwert der Aufteilung</translation>
    </message>
    <message>
        <source>Test split</source>
        <translation>Anteil für Tests</translation>
    </message>
    <message>
        <source>Fraction of the training rows that the trained model is tested on. Needs split_seed.</source>
        <translation>Anteil der Trainingszeilen, an dem das trainierte Modell getestet wird. Braucht split_seed.</translation>
    </message>
    <message>
        <source>Drop incomplete rows</source>
        <translation>Unvollständige Zeilen weglassen</translation>
    </message>
    <message>
        <source>Sentence splitting</source>
        <translation>Sätze</translation>
    </message>
    <message>
        <source>Splits texts into sentences first. Each sentence is then a text of its own, of at most one sequence. punkt splits as nltk does.</source>
        <translation>Teilt Texte zuerst in Sätze: jeder ist dann ein eigener Text, höchstens eine Sequenz lang. punkt findet sie wie nltk.</translation>
    </message>
    <message>
        <source>Punkt parameters</source>
        <translation>Parameter von Punkt</translation>
    </message>
    <message>
        <source>What Punkt knows about the language: a JSON file, or an nltk folder such as punkt_tab/english. Null learns it from the training texts.</source>
        <translation>Was Punkt von der Sprache weiß: eine JSON-Datei, oder ein Ordner von nltk wie punkt_tab/english. Null lernt es aus den Trainingstexten.</translation>
    </message>
    <message>
        <source>Trains on at most this many examples: the first ones, or random ones if a sample seed is given. Null means all.</source>
        <translation>Nur so viele Beispiele werden gelernt, ohne sample_seed die ersten. Null heißt alle.</translation>
    </message>
    <message>
        <source>Evaluates on at most this many examples: the first ones, or random ones if a sample seed is given. Null means all.</source>
        <translation>Nur so viele Beispiele werden ausgewertet, ohne sample_seed die ersten. Null heißt alle.</translation>
    </message>
    <message>
        <source>Sample seed</source>
        <translation>Startwert der Auswahl</translation>
    </message>
    <message>
        <source>Seed for drawing the examples of max_train_samples and max_validation_samples, as numpy does, without replacement. Null takes the first ones.</source>
        <translation>Zieht die Beispiele von max_train_samples und max_validation_samples mit diesem Startwert, wie numpy, keines zweimal. Null nimmt die ersten.</translation>
    </message>
    <message>
        <source>Collation</source>
        <translation>Zusammenstellung</translation>
    </message>
    <message>
        <source>Timelines concatenated and cut into windows (packed), or each row on its own as it is in the file (padded), which must fit into one sequence.</source>
        <translation>Verläufe aneinandergefügt und in Fenster geschnitten (packed), oder jede Zeile für sich, wie sie in der Datei steht (padded); sie darf nicht länger als eine Sequenz sein.</translation>
    </message>
    <message>
        <source>Streaming</source>
        <translation>Strömend lesen</translation>
    </message>
    <message>
        <source>Reads the training files during training, without preparing them. The length of training is then training.max_steps.</source>
        <translation>Liest die Trainingsdateien während des Trainings, ohne sie vorzubereiten. Die Länge des Trainings ist dann training.max_steps.</translation>
    </message>
    <message>
        <source>Epochs between evaluations, each at the end of an epoch, in addition to those by steps. 0.5 evaluates after each half of an epoch&apos;s steps, rounded up. Null means none.</source>
        <translation>Epochen zwischen Auswertungen, jede am Ende einer; neben denen nach Schritten. 0.5 wertet nach je der Hälfte der Schritte einer Epoche aus, aufgerundet. Null heißt keine.</translation>
    </message>
    <message>
        <source>Epochs between checkpoints, each saved at the end of an epoch, in addition to those by steps. A part of an epoch is rounded up to whole steps. Null means none.</source>
        <translation>Epochen zwischen Checkpoints, jeder am Ende einer; neben denen nach Schritten. Ein Teil einer Epoche wird auf ganze Schritte aufgerundet. Null heißt keine.</translation>
    </message>
    <message>
        <source>Use the best checkpoint as the result</source>
        <translation>Das beste ist das Ergebnis</translation>
    </message>
    <message>
        <source>The model with the best evaluation becomes the result of the run instead of the one from the last step, and is evaluated on the test data.</source>
        <translation>Das Modell der besten Auswertung wird das Ergebnis des Laufs, statt dem des letzten Schritts, und wird an den Testdaten gemessen.</translation>
    </message>
    <message>
        <source>Seed for drawing the validation and test rows of record files at random, as scikit-learn&apos;s train_test_split does. Null holds out the first texts.</source>
        <translation>Zieht die zurückgehaltenen Zeilen und die Testzeilen von Dateien mit Datensätzen zufällig mit diesem Startwert, wie train_test_split von scikit-learn. Null hält die ersten Texte zurück.</translation>
    </message>
    <message>
        <source>Drops records in which any column has no value, as pandas defines it: empty, NA, null and the like in CSV files, null in JSON and Parquet.</source>
        <translation>Lässt Datensätze weg, in denen eine Spalte keinen Wert hat, wie bei pandas: in CSV-Dateien sind leer, NA, null und Ähnliches keiner, in JSON und Parquet null.</translation>
    </message>
    <message>
        <source>Column of CSV and JSON files that holds the text, or the list of words if each word has a label. For language modeling, a file without this column contributes its first column, with a warning.</source>
        <translation>Spalte des Textes in CSV- und JSON-Dateien, oder der Liste von Wörtern, wo jedes eine Klasse hat. Beim Sprachmodellieren gibt eine Datei ohne sie ihre erste Spalte, mit einer Warnung.</translation>
    </message>
    <message>
        <source>Padding-free</source>
        <translation>Ohne Auffüllen</translation>
    </message>
    <message>
        <source>Concatenates the examples of a batch into one row, with attention limited to each example, so that nothing is spent on padding. The losses are the same.</source>
        <translation>Setzt die Beispiele eines Batches hintereinander in eine Zeile, jedes sieht nur sich selbst, sodass kein Auffüllen berechnet wird. Die Verluste sind dieselben.</translation>
    </message>
    <message>
        <source>Jobs to wait for in Slurm&apos;s format: afterok:1234. For runs, use after.</source>
        <translation>Jobs, auf die gewartet wird, wie Slurm es schreibt: afterok:1234. Für Läufe: after.</translation>
    </message>
    <message>
        <source>After runs</source>
        <translation>Nach Läufen</translation>
    </message>
    <message>
        <source>Runs on the same target to wait for: a run&apos;s name or the beginning of its UUID. By default the run starts when they have completed; with ended: in front of the name, when they have ended; with failed:, when they have failed.</source>
        <translation>Läufe desselben Ziels, auf die gewartet wird: Name eines Laufs oder der Anfang seiner UUID. Er beginnt, wenn sie abgeschlossen sind; mit ended: vor dem Namen, wenn sie zu Ende sind, mit failed:, wenn sie nicht abgeschlossen wurden.</translation>
    </message>
    <message>
        <source>What runs: the built-in trainer, a program of your own, or a job script as it is.</source>
        <translation>Was läuft: der eingebaute Trainer, ein eigenes Programm oder ein Jobskript, wie es ist.</translation>
    </message>
    <message>
        <source>Script</source>
        <translation>Skript</translation>
    </message>
    <message>
        <source>Job script</source>
        <translation>Jobskript</translation>
    </message>
    <message>
        <source>Script that begins with #!, with or without #SBATCH lines. It runs unchanged, by its own interpreter, on the first node of the job, in Slurm&apos;s own environment. Where resources differ from its #SBATCH lines, resources take precedence.</source>
        <translation>Skript, das mit #! beginnt, mit oder ohne #SBATCH-Zeilen. Es läuft, wie es ist, durch seinen eigenen Interpreter, auf dem ersten Knoten des Jobs, in Slurms eigener Umgebung. Was resources anders sagt als seine #SBATCH-Zeilen, gilt.</translation>
    </message>
    <message>
        <source>Arguments of the script, each passed on as it stands.</source>
        <translation>Argumente des Skripts, jedes so übergeben, wie es dasteht.</translation>
    </message>
    <message>
        <source>Where the curves come from: whatever the script's programs print (auto), a Hugging Face Trainer alone, JSON lines alone, or nowhere.</source>
        <translation>Woher die Kurven kommen: von allem, was die Programme des Skripts ausgeben (auto), nur von einem Hugging-Face-Trainer, nur von JSON-Zeilen, oder nirgendwoher.</translation>
    </message>
    <message>
        <source>Directives</source>
        <translation>Direktiven</translation>
    </message>
    <message>
        <source>The #SBATCH lines of the script, and those of #PBS or #BSUB that sbatch reads, too, read from it at each submission.</source>
        <translation>Die Zeilen #SBATCH des Skripts, und die von #PBS oder #BSUB, die sbatch auch liest; bei jeder Übermittlung aus ihm gelesen.</translation>
    </message>
    <message>
        <source>Container image to run in. A job script starts its own.</source>
        <translation>Abbild, in dem es läuft. Ein Jobskript startet sein eigenes.</translation>
    </message>
    <message>
        <source>Patterns of files in the code folder that are not sent, as for rsync --exclude: a leading / means the code folder itself. Files that git ignores are not sent either.</source>
        <translation>Muster von Dateien im Codeordner, die nicht mitreisen, wie rsync --exclude sie versteht: ein führender / meint den Codeordner selbst. Was git ignoriert, reist auch nicht mit.</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Search space</source>
        <translation>Suchraum</translation>
    </message>
    <message>
        <source>Fields whose values are searched, each by its path: a list of values, or `low` and `high` with `log: true` or a `step`. `when: {other.field: value}` uses the parameter only if the other one has this value. Empty means no search.</source>
        <translation>Felder, deren Werte gesucht werden, jedes mit seinem Pfad: eine Liste von Werten, oder `low` und `high` mit `log: true` oder einem `step`. `when: {anderes.feld: wert}` verwendet den Parameter nur, wenn der andere diesen Wert hat. Leer heißt keine Suche.</translation>
    </message>
    <message>
        <source>Trials run as</source>
        <translation>Versuche laufen als</translation>
    </message>
    <message>
        <source>Sampler</source>
        <translation>Sampler</translation>
    </message>
    <message>
        <source>How the values of the next trial are proposed. tpe learns from all trials which values are good together, tpe_independent learns it for each parameter alone, random draws from the whole space, and grid tries every combination once.</source>
        <translation>Wie die Werte des nächsten Versuchs vorgeschlagen werden. tpe lernt aus allen Versuchen, welche Werte zusammen gut sind, tpe_independent lernt es für jeden Parameter allein, random zieht aus dem ganzen Raum, und grid probiert jede Kombination einmal.</translation>
    </message>
    <message>
        <source>Startup trials</source>
        <translation>Anfangsversuche</translation>
    </message>
    <message>
        <source>Finished trials before which tpe draws at random.</source>
        <translation>Beendete Versuche, bis zu denen tpe zufällig zieht.</translation>
    </message>
    <message>
        <source>trials</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Pruner</source>
        <translation>Pruner</translation>
    </message>
    <message>
        <source>Which trials end before their last step. median ends those whose best value so far is worse than the median of the finished ones at the same step. asha lets the best quarter go on at steps that grow by a factor of 4. hyperband runs several of these side by side, with a factor of 3.</source>
        <translation>Welche Versuche vor ihrem letzten Schritt enden. median beendet jene, deren bisher bester Wert schlechter ist als der Median der beendeten beim gleichen Schritt. asha lässt das beste Viertel weiterlaufen, bei Schritten, die um den Faktor 4 wachsen. hyperband führt mehrere davon nebeneinander, mit dem Faktor 3.</translation>
    </message>
    <message>
        <source>Prune after</source>
        <translation>Beenden ab</translation>
    </message>
    <message>
        <source>Step before which no trial is pruned. For asha and hyperband it is the first step at which trials are compared; 0 derives it from the finished trials.</source>
        <translation>Schritt, vor dem kein Versuch vorzeitig beendet wird. Für asha und hyperband ist es der erste Schritt, bei dem Versuche verglichen werden; 0 leitet ihn aus den beendeten Versuchen ab.</translation>
    </message>
    <message>
        <source>Pruning patience</source>
        <translation>Geduld vor dem Beenden</translation>
    </message>
    <message>
        <source>Evaluations without improvement that a trial may have before it is pruned. Null asks the pruner after each evaluation.</source>
        <translation>Evaluationen ohne Verbesserung, die ein Versuch haben darf, bevor er vorzeitig beendet wird. Null fragt den Pruner nach jeder Evaluation.</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>Zielgröße</translation>
    </message>
    <message>
        <source>Metric that decides which trial is best: its value at the trial&apos;s best evaluation.</source>
        <translation>Metrik, die entscheidet, welcher Versuch der beste ist: ihr Wert bei der besten Evaluation des Versuchs.</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>Richtung</translation>
    </message>
    <message>
        <source>Whether a small or a large value of the objective is good.</source>
        <translation>Ob ein kleiner oder ein großer Wert der Zielgröße gut ist.</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>How many trials the search starts. It can be raised later.</source>
        <translation>Wie viele Versuche die Suche beginnt. Es können später mehr werden.</translation>
    </message>
    <message>
        <source>Trials at once</source>
        <translation>Versuche zugleich</translation>
    </message>
    <message>
        <source>How many trials run at the same time: jobs, or equal parts of the processes of one job.</source>
        <translation>Wie viele Versuche zugleich laufen: Jobs, oder gleiche Teile der Prozesse eines Jobs.</translation>
    </message>
    <message>
        <source>Time for the search</source>
        <translation>Zeit für die Suche</translation>
    </message>
    <message>
        <source>Time after which no trial is started: minutes, hours:minutes:seconds or days-hours:minutes:seconds. Null means no limit.</source>
        <translation>Zeit, nach der kein Versuch mehr beginnt: Minuten, Stunden:Minuten:Sekunden oder Tage-Stunden:Minuten:Sekunden. Null heißt keine Grenze.</translation>
    </message>
    <message>
        <source>Seeds per trial</source>
        <translation>Startwerte je Versuch</translation>
    </message>
    <message>
        <source>How often each trial is run, with the seeds `seed`, `seed` + 1 and so on. The mean of their objectives counts.</source>
        <translation>Wie oft jeder Versuch läuft, mit den Startwerten `seed`, `seed` + 1 und so weiter. Der Mittelwert ihrer Zielgrößen zählt.</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>First values</source>
        <translation>Erste Werte</translation>
    </message>
    <message>
        <source>Values to begin with, as a list for each parameter: the first trial has the first value of each list, and so on. What is missing or null is proposed by the sampler.</source>
        <translation>Werte für den Anfang, als Liste für jeden Parameter: Der erste Versuch hat den ersten Wert jeder Liste und so weiter. Was fehlt oder null ist, schlägt der Sampler vor.</translation>
    </message>
    <message>
        <source>Where trials run. one_job trains them in a single job, one after another, or several at once if search.parallel divides its processes among them. job_each submits each trial as a job of its own from this computer. controller_job does the same from a small job on the cluster, so that this computer may be off. auto is one_job for the engine, and job_each for commands and scripts.</source>
        <translation>Wo Versuche laufen. one_job trainiert sie in einem einzigen Job, nacheinander, oder mehrere zugleich, wenn search.parallel dessen Prozesse unter ihnen aufteilt. job_each reicht jeden Versuch von diesem Rechner als eigenen Job ein. controller_job tut dasselbe aus einem kleinen Job auf dem Cluster, so dass dieser Rechner ausgeschaltet sein darf. auto ist one_job für die Engine und job_each für Befehle und Skripte.</translation>
    </message>
    <message>
        <source>Partition of the controller</source>
        <translation>Partition des Controllers</translation>
    </message>
    <message>
        <source>Slurm partition of the job that submits the trials. It needs one processor, 1 GiB of memory and no GPU. Null means resources.partition.</source>
        <translation>Slurm-Partition des Jobs, der die Versuche einreicht. Er braucht einen Prozessor, 1 GiB Speicher und keine GPU. Null heißt resources.partition.</translation>
    </message>
    <message>
        <source>Time limit of the controller</source>
        <translation>Zeitlimit des Controllers</translation>
    </message>
    <message>
        <source>Wall-clock time of the job that submits the trials: minutes, hours:minutes:seconds or days-hours:minutes:seconds. When it is over, the job is queued again and goes on. Null means resources.time_limit.</source>
        <translation>Laufzeit des Jobs, der die Versuche einreicht: Minuten, Stunden:Minuten:Sekunden oder Tage-Stunden:Minuten:Sekunden. Ist sie um, wird der Job wieder eingereiht und macht weiter. Null heißt resources.time_limit.</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>What is done when a metric crosses a threshold, one rule per item: stop when eval/loss &gt; 3 for 20 points, notify when loss is not finite. The metric is named as it is reported; &gt;, &gt;=, &lt; and &lt;= compare it, for so many of its points in a row. stop ends the run as its time limit would, with a checkpoint and without a restart; notify tells you. Each rule acts once in a run.</source>
        <translation>Was geschieht, wenn eine Metrik eine Schwelle überschreitet, je Eintrag eine Regel: stop when eval/loss &gt; 3 for 20 points, notify when loss is not finite. Die Metrik heißt, wie sie gemeldet wird; &gt;, &gt;=, &lt; und &lt;= vergleichen sie, für so viele ihrer Punkte hintereinander. stop beendet den Lauf, wie es sein Zeitlimit täte, mit einem Sicherungspunkt und ohne Neustart; notify meldet es. Jede Regel wirkt in einem Lauf einmal.</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>The folder that its runs are kept in, in the table of runs: names with / between them, such as language/ablations. Empty: in none. A run can be moved to another at any time.</source>
        <translation>Der Ordner, in dem seine Läufe in der Tabelle der Läufe liegen: Namen mit / dazwischen, etwa sprache/ablationen. Leer: in keinem. Ein Lauf kann jederzeit in einen anderen verschoben werden.</translation>
    </message>
</context>
<context>
    <name>ExportFile</name>
    <message>
        <source>Written to %1.</source>
        <translation>Nach %1 geschrieben.</translation>
    </message>
    <message>
        <source>%1 could not be written: %2. Choose another folder.</source>
        <translation>%1 ließ sich nicht schreiben: %2. Einen anderen Ordner wählen.</translation>
    </message>
</context>
<context>
    <name>FieldMeaning</name>
    <message>
        <source>%1 B</source>
        <translation>%1 Mrd.</translation>
    </message>
    <message>
        <source>%1 M</source>
        <translation>%1 Mio.</translation>
    </message>
    <message>
        <source>%1 K</source>
        <translation>%1 Tsd.</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 Schritt</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 Schritte</translation>
    </message>
    <message>
        <source>1 epoch</source>
        <translation>1 Epoche</translation>
    </message>
    <message>
        <source>%1 epochs</source>
        <translation>%1 Epochen</translation>
    </message>
    <message>
        <source>1 process</source>
        <translation>1 Prozess</translation>
    </message>
    <message>
        <source>%1 processes</source>
        <translation>%1 Prozesse</translation>
    </message>
    <message>
        <source>%1 per device</source>
        <translation>%1 je Gerät</translation>
    </message>
    <message>
        <source>%1 accumulation steps</source>
        <translation>%1 Akkumulationsschritte</translation>
    </message>
    <message>
        <source>%1 needs %2</source>
        <translation>%1 braucht %2</translation>
    </message>
    <message>
        <source>%1 sequences in a step</source>
        <translation>%1 Sequenzen je Schritt</translation>
    </message>
    <message>
        <source>The global batch makes them %1</source>
        <translation>Durch die globale Batchgröße sind es %1</translation>
    </message>
    <message>
        <source>Has no effect while steps or tokens are limited</source>
        <translation>Wirkt nicht, solange Schritte oder Token begrenzt sind</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Not within the %1 of this training</source>
        <translation>Nicht innerhalb der %1 dieses Trainings</translation>
    </message>
    <message>
        <source>Once in this training</source>
        <translation>Einmal in diesem Training</translation>
    </message>
    <message>
        <source>%1 times in this training, every %2</source>
        <translation>%1-mal in diesem Training, alle %2</translation>
    </message>
    <message>
        <source>%1, as in training</source>
        <translation>%1, wie im Training</translation>
    </message>
    <message>
        <source>%1 without improvement</source>
        <translation>%1 ohne Verbesserung</translation>
    </message>
    <message>
        <source>About the mean of the last %1 gradients</source>
        <translation>Etwa der Mittelwert der letzten %1 Gradienten</translation>
    </message>
    <message>
        <source>About the mean of the last %1 squared gradients</source>
        <translation>Etwa der Mittelwert der letzten %1 quadrierten Gradienten</translation>
    </message>
    <message>
        <source>Longer gradients are shortened to a norm of %1</source>
        <translation>Längere Gradienten werden auf eine Norm von %1 gekürzt</translation>
    </message>
    <message>
        <source>Gradients are left as they are</source>
        <translation>Gradienten bleiben, wie sie sind</translation>
    </message>
    <message>
        <source>of at most %1 positions</source>
        <translation>von höchstens %1 Positionen</translation>
    </message>
    <message>
        <source>The adapter&apos;s output counts %1 times</source>
        <translation>Die Ausgabe des Adapters zählt %1-fach</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 Parameter</translation>
    </message>
    <message>
        <source>All %1 parameters are trained</source>
        <translation>Alle %1 Parameter werden trainiert</translation>
    </message>
    <message>
        <source>%1 of %2 parameters are trained</source>
        <translation>%1 von %2 Parametern werden trainiert</translation>
    </message>
    <message>
        <source>Has no effect while there are validation files</source>
        <translation>Wirkt nicht, solange es Validierungsdateien gibt</translation>
    </message>
    <message>
        <source>%1 of the training texts</source>
        <translation>%1 der Trainingstexte</translation>
    </message>
    <message>
        <source>1 day</source>
        <translation>1 Tag</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 Tage</translation>
    </message>
    <message>
        <source>%1, a quarter of the time limit</source>
        <translation>%1, ein Viertel der Zeitgrenze</translation>
    </message>
    <message>
        <source>%1 in all</source>
        <translation>%1 insgesamt</translation>
    </message>
</context>
<context>
    <name>HelpText</name>
    <message>
        <source>true or false</source>
        <translation>wahr oder falsch</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a whole number, or auto</source>
        <translation>eine ganze Zahl oder auto</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>one of the choices</source>
        <translation>eine der Möglichkeiten</translation>
    </message>
    <message>
        <source>a path</source>
        <translation>ein Pfad</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>ein Text</translation>
    </message>
    <message>
        <source>paths, one a line</source>
        <translation>Pfade, einer je Zeile</translation>
    </message>
    <message>
        <source>texts, one a line</source>
        <translation>Texte, einer je Zeile</translation>
    </message>
    <message>
        <source>names with values, one a line</source>
        <translation>Namen mit Werten, einer je Zeile</translation>
    </message>
    <message>
        <source>any value</source>
        <translation>ein beliebiger Wert</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>or nothing</source>
        <translation>oder nichts</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Choices</source>
        <translation>Möglichkeiten</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>nicht gesetzt</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>Wirkung</translation>
    </message>
    <message>
        <source>Applies with</source>
        <translation>Gilt bei</translation>
    </message>
    <message>
        <source>Goes with it</source>
        <translation>Gehört dazu</translation>
    </message>
    <message>
        <source>In the help</source>
        <translation>In der Hilfe</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>A message</source>
        <translation>Eine Meldung</translation>
    </message>
</context>
<context>
    <name>HelpEntries</name>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
</context>
<context>
    <name>LaneText</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>frei</translation>
    </message>
    <message>
        <source>until its limit</source>
        <translation>bis zu seiner Grenze</translation>
    </message>
    <message>
        <source>without a limit</source>
        <translation>ohne Grenze</translation>
    </message>
    <message>
        <source>%1, until %2 at most</source>
        <translation>%1, höchstens bis %2</translation>
    </message>
    <message>
        <source>waits before yours</source>
        <translation>wartet vor Ihrem</translation>
    </message>
    <message>
        <source>%1, at %2</source>
        <translation>%1, um %2</translation>
    </message>
    <message>
        <source>%1, now</source>
        <translation>%1, jetzt</translation>
    </message>
    <message>
        <source>%1 (job %2)</source>
        <translation>%1 (Job %2)</translation>
    </message>
    <message>
        <source>job %1 of %2</source>
        <translation>Job %1 von %2</translation>
    </message>
    <message>
        <source>, %1 of %2</source>
        <translation>, %1 von %2</translation>
    </message>
    <message>
        <source>until its limit at %1</source>
        <translation>bis zu seiner Grenze um %1</translation>
    </message>
    <message>
        <source>%1: %2%3, %4</source>
        <translation>%1: %2%3, %4</translation>
    </message>
    <message>
        <source>%1: %2%3, from %4, %5</source>
        <translation>%1: %2%3, ab %4, %5</translation>
    </message>
    <message>
        <source>others, until their limit</source>
        <translation>andere, bis zu ihrer Grenze</translation>
    </message>
    <message>
        <source>mine, running</source>
        <translation>meine, laufend</translation>
    </message>
    <message>
        <source>waits before mine</source>
        <translation>wartet vor meinem</translation>
    </message>
    <message>
        <source>mine, expected</source>
        <translation>meiner, erwartet</translation>
    </message>
    <message>
        <source>a lane is a node, its height %1</source>
        <translation>eine Bahn ist ein Knoten, ihre Höhe %1</translation>
    </message>
    <message>
        <source>a lane is a node, its height the jobs there</source>
        <translation>eine Bahn ist ein Knoten, ihre Höhe die Jobs dort</translation>
    </message>
    <message>
        <source>; not shown: %1</source>
        <translation>; nicht gezeigt: %1</translation>
    </message>
    <message>
        <source>When %1 can start</source>
        <translation>Wann %1 beginnen kann</translation>
    </message>
    <message>
        <source>Where %1 runs</source>
        <translation>Wo %1 läuft</translation>
    </message>
    <message>
        <source>It requests %1 on %2 of %3</source>
        <translation>Er verlangt %1 auf %2 von %3</translation>
    </message>
    <message>
        <source>It requests %1 of %2</source>
        <translation>Er verlangt %1 von %2</translation>
    </message>
    <message>
        <source> for %1</source>
        <translation> für %1</translation>
    </message>
    <message>
        <source>One job is before it</source>
        <translation>Ein Job ist vor ihm</translation>
    </message>
    <message>
        <source>Jobs before it: %1</source>
        <translation>Jobs vor ihm: %1</translation>
    </message>
    <message>
        <source>%1; they get %2 first.</source>
        <translation>%1; sie bekommen zuerst %2.</translation>
    </message>
    <message>
        <source>The scheduler plans it for %1 on %2.</source>
        <translation>Der Scheduler plant ihn für %1 auf %2.</translation>
    </message>
    <message>
        <source>The scheduler expects it about %1.</source>
        <translation>Der Scheduler erwartet ihn etwa um %1.</translation>
    </message>
    <message>
        <source>If each job ran to its time limit and none came before it, it would start at %1 on %2.</source>
        <translation>Wenn jeder Job bis zu seiner Zeitgrenze läuft und keiner vor ihn kommt, beginnt er um %1 auf %2.</translation>
    </message>
    <message>
        <source>By what is free, it could start now on %1.</source>
        <translation>Nach dem, was frei ist, könnte er jetzt auf %1 beginnen.</translation>
    </message>
    <message>
        <source>Not all jobs of its partitions are listed, so where it will start is not known.</source>
        <translation>Nicht alle Jobs seiner Partitionen sind aufgeführt, daher ist nicht bekannt, wo er beginnt.</translation>
    </message>
    <message>
        <source>When it will start is not known.</source>
        <translation>Wann er beginnt, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>It runs on %1.</source>
        <translation>Er läuft auf %1.</translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>the document has {bytes} bytes, but the limit is {limit}: is this the right file?</source>
        <translation>das Dokument hat {bytes} Byte; höchstens {limit} werden gelesen: Ist es die richtige Datei?</translation>
    </message>
    <message>
        <source>byte {byte} is not valid UTF-8; save the file as UTF-8</source>
        <translation>das Byte {byte} ist kein UTF-8; speichern Sie die Datei als UTF-8</translation>
    </message>
    <message>
        <source>the control character {character} is not allowed; remove it</source>
        <translation>das Steuerzeichen {character} ist nicht erlaubt; entfernen Sie es</translation>
    </message>
    <message>
        <source>not valid YAML: {problem}</source>
        <translation>das ist kein gültiges YAML: {problem}</translation>
    </message>
    <message>
        <source>nested deeper than {limit} levels</source>
        <translation>tiefer als {limit} Ebenen verschachtelt</translation>
    </message>
    <message>
        <source>anchors (&amp;name) are not supported; write the value out</source>
        <translation>Anker (&amp;name) werden nicht gelesen; schreiben Sie den Wert aus</translation>
    </message>
    <message>
        <source>aliases (*name) are not supported; write the value out</source>
        <translation>Verweise (*name) werden nicht gelesen; schreiben Sie den Wert aus</translation>
    </message>
    <message>
        <source>the tag {tag} is not supported; remove it</source>
        <translation>die Kennzeichnung {tag} wird nicht gelesen; entfernen Sie sie</translation>
    </message>
    <message>
        <source>a second document starts here; keep one experiment per file</source>
        <translation>hier beginnt ein zweites Dokument; ein Experiment je Datei</translation>
    </message>
    <message>
        <source>the document is empty; it needs at least a line such as `name: my-run`</source>
        <translation>das Dokument ist leer; es braucht mindestens eine Zeile wie `name: mein-lauf`</translation>
    </message>
    <message>
        <source>an experiment is a list of `key: value` lines, but this is {kind}</source>
        <translation>ein Experiment besteht aus Zeilen `Schlüssel: Wert`, dies ist {kind}</translation>
    </message>
    <message>
        <source>{key} is given twice, first in line {first_line}; keep one</source>
        <translation>{key} steht zweimal da, zuerst in Zeile {first_line}; behalten Sie eines</translation>
    </message>
    <message>
        <source>a key must be a plain word</source>
        <translation>ein Schlüssel muss ein einfaches Wort sein</translation>
    </message>
    <message>
        <source>this document has format {format}, but this program reads {supported}; use a newer version</source>
        <translation>das Format ist {format}, dieses Programm liest {supported}; nehmen Sie ein neueres Programm</translation>
    </message>
    <message>
        <source>unknown key {key}; remove it</source>
        <translation>es gibt keinen Schlüssel {key}; entfernen Sie ihn</translation>
    </message>
    <message>
        <source>unknown key {key}; did you mean {nearest}?</source>
        <translation>es gibt keinen Schlüssel {key}; meinten Sie {nearest}?</translation>
    </message>
    <message>
        <source>{former} is now called {key}; rename it</source>
        <translation>{former} heißt jetzt {key}; benennen Sie es um</translation>
    </message>
    <message>
        <source>{former} is the old name of {key}, which is also given; remove {former}</source>
        <translation>{former} ist der alte Name von {key}, das auch angegeben ist; entfernen Sie {former}</translation>
    </message>
    <message>
        <source>{field} is missing; add a line such as `{example}`</source>
        <translation>{field} fehlt; fügen Sie eine Zeile wie `{example}` hinzu</translation>
    </message>
    <message>
        <source>{field} must be {expected}, not {found}</source>
        <translation>{field} muss {expected} sein, nicht {found}</translation>
    </message>
    <message>
        <source>each item of {field} must be a string, not {found}</source>
        <translation>jeder Eintrag von {field} muss Text sein, nicht {found}</translation>
    </message>
    <message>
        <source>{field} has no value; write {expected}, or remove the line to use the default {default}</source>
        <translation>{field} hat keinen Wert; schreiben Sie {expected}, oder entfernen Sie die Zeile für die Vorgabe {default}</translation>
    </message>
    <message>
        <source>{field} is a section: write its keys below it, indented, instead of {found}</source>
        <translation>{field} ist ein Abschnitt: Schreiben Sie seine Schlüssel eingerückt darunter, nicht {found}</translation>
    </message>
    <message>
        <source>{field}: {found} starts with a zero; write {suggestion}</source>
        <translation>{field}: {found} beginnt mit einer Null; schreiben Sie {suggestion}</translation>
    </message>
    <message>
        <source>{field} must be a finite number, not {found}</source>
        <translation>{field} muss eine endliche Zahl sein, nicht {found}</translation>
    </message>
    <message>
        <source>{field}: {found} is too large for a whole number</source>
        <translation>{field}: {found} ist zu groß für eine ganze Zahl</translation>
    </message>
    <message>
        <source>{field} must be at least {minimum}, not {found}</source>
        <translation>{field} muss mindestens {minimum} sein, nicht {found}</translation>
    </message>
    <message>
        <source>{field} must be above {minimum}, not {found}</source>
        <translation>{field} muss über {minimum} liegen, nicht {found}</translation>
    </message>
    <message>
        <source>{field} must be at most {maximum}, not {found}</source>
        <translation>{field} darf höchstens {maximum} sein, nicht {found}</translation>
    </message>
    <message>
        <source>{field} must be below {maximum}, not {found}</source>
        <translation>{field} muss unter {maximum} liegen, nicht {found}</translation>
    </message>
    <message>
        <source>{field} must be one of {choices}, not {found}</source>
        <translation>{field} muss eines von {choices} sein, nicht {found}</translation>
    </message>
    <message>
        <source>{field} must be one of {choices}, not {found}; did you mean {nearest}?</source>
        <translation>{field} muss eines von {choices} sein, nicht {found}; meinten Sie {nearest}?</translation>
    </message>
    <message>
        <source>{field} must not start with a dash: {found} would be read as an option</source>
        <translation>{field} darf nicht mit einem Strich beginnen: {found} würde als Option gelesen</translation>
    </message>
    <message>
        <source>{field} must not be empty</source>
        <translation>{field} darf nicht leer sein</translation>
    </message>
    <message>
        <source>{field} must be one line of text without control characters</source>
        <translation>{field} muss eine Zeile Text ohne Steuerzeichen sein</translation>
    </message>
    <message>
        <source>{field} has {length} characters; at most {limit} are allowed</source>
        <translation>{field} hat {length} Zeichen; höchstens {limit} sind erlaubt</translation>
    </message>
    <message>
        <source>{override} does not have the form path=value</source>
        <translation>{override} hat nicht die Form Pfad=Wert</translation>
    </message>
    <message>
        <source>unknown field {field}</source>
        <translation>es gibt kein Feld {field}</translation>
    </message>
    <message>
        <source>unknown field {field}; did you mean {nearest}?</source>
        <translation>es gibt kein Feld {field}; war {nearest} gemeint?</translation>
    </message>
    <message>
        <source>{field} is a section; set one of its keys, such as {example}</source>
        <translation>{field} ist ein Abschnitt; setzen Sie einen seiner Schlüssel, etwa {example}</translation>
    </message>
    <message>
        <source>data.sequence_length is {sequence_length}, but the model has {positions} positions; lower it or raise {key} in model.overrides</source>
        <translation>data.sequence_length ist {sequence_length}, aber das Modell hat {positions} Positionen; verkürzen Sie sie oder erhöhen Sie {key} in model.overrides</translation>
    </message>
    <message>
        <source>model.overrides: {key} must be a whole number above 0, not {found}</source>
        <translation>model.overrides: {key} muss eine ganze Zahl über 0 sein, nicht {found}</translation>
    </message>
    <message>
        <source>model.overrides: {width_key} {width} is not a multiple of {heads_key} {heads}; change one of them</source>
        <translation>model.overrides: {width_key} {width} ist kein Vielfaches von {heads_key} {heads}; ändern Sie eines davon</translation>
    </message>
    <message>
        <source>one optimizer step would take {global_batch} sequences, but at most {limit} are supported: lower batch.per_device, batch.gradient_accumulation_steps or the number of processes</source>
        <translation>ein Schritt des Optimierers nähme {global_batch} Sequenzen; höchstens {limit} gehen: Senken Sie batch.per_device, batch.gradient_accumulation_steps oder die Zahl der Prozesse</translation>
    </message>
    <message>
        <source>resources.processes_per_node is {processes}, but there are {gpus} GPUs on each node; use at most one process per GPU</source>
        <translation>resources.processes_per_node ist {processes}, aber jeder Knoten hat {gpus} GPUs; höchstens ein Prozess je GPU</translation>
    </message>
    <message>
        <source>schedule.warmup_steps {warmup} is above training.max_steps {max_steps}, so the full learning rate is never reached</source>
        <translation>schedule.warmup_steps {warmup} liegt über training.max_steps {max_steps}: Die volle Lernrate wird nie erreicht</translation>
    </message>
    <message>
        <source>without evaluation there is no best checkpoint; only the most recent ones are kept</source>
        <translation>ohne Auswertung gibt es keinen besten Sicherungspunkt; nur die neuesten bleiben</translation>
    </message>
    <message>
        <source>data.kind is prepared: set data.path to the folder that `engine prepare` wrote</source>
        <translation>data.kind ist prepared: Setzen Sie data.path auf den Ordner, den `engine prepare` geschrieben hat</translation>
    </message>
    <message>
        <source>{field} is not used when data.kind is {kind}</source>
        <translation>{field} wird nicht benutzt, wenn data.kind {kind} ist</translation>
    </message>
    <message>
        <source>the section command is not used when workload is engine; did you mean `workload: command`?</source>
        <translation>der Abschnitt command wird nicht benutzt, wenn workload engine ist; meinten Sie `workload: command`?</translation>
    </message>
    <message>
        <source>{field} needs sharding; set parallel.zero_stage to {stage} or more</source>
        <translation>{field} braucht Verteilung; setzen Sie parallel.zero_stage auf {stage} oder mehr</translation>
    </message>
    <message>
        <source>parallel.zero_stage {stage} has no effect with one process</source>
        <translation>parallel.zero_stage {stage} bewirkt mit einem Prozess nichts</translation>
    </message>
    <message>
        <source>parallel.shard_degree has no effect with parallel.zero_stage 0, which shares nothing out</source>
        <translation>parallel.shard_degree hat mit parallel.zero_stage 0, das nichts aufteilt, keine Wirkung</translation>
    </message>
    <message>
        <source>parallel.shard_degree {degree} does not divide the {processes} processes of a training; take a divisor, such as the number of processes of a node</source>
        <translation>parallel.shard_degree {degree} teilt die {processes} Prozesse eines Trainings nicht; nehmen Sie einen Teiler, etwa die Zahl der Prozesse eines Knotens</translation>
    </message>
    <message>
        <source>fp16 needs a GPU; use bf16 or fp32, or set resources.gpus_per_node</source>
        <translation>fp16 braucht eine GPU; nehmen Sie bf16 oder fp32, oder setzen Sie resources.gpus_per_node</translation>
    </message>
    <message>
        <source>resources.gpu_type is set but resources.gpus_per_node is 0; ask for GPUs or remove it</source>
        <translation>resources.gpu_type ist gesetzt, aber resources.gpus_per_node ist 0; fordern Sie GPUs an oder entfernen Sie es</translation>
    </message>
    <message>
        <source>resources.time_limit is zero; give the run some time or remove it</source>
        <translation>resources.time_limit ist null; geben Sie dem Lauf Zeit oder entfernen Sie es</translation>
    </message>
    <message>
        <source>restart.on_time_limit needs a known time limit; set resources.time_limit</source>
        <translation>restart.on_time_limit muss die Grenze kennen; setzen Sie resources.time_limit</translation>
    </message>
    <message>
        <source>resources.array: {found} {problem}</source>
        <translation>resources.array: {found} {problem}</translation>
    </message>
    <message>
        <source>resources.array has {tasks} tasks; at most {limit} are supported</source>
        <translation>resources.array hat {tasks} Aufgaben; höchstens {limit} gehen</translation>
    </message>
    <message>
        <source>resources.extra_directives: {found} is set by {field}; use that field</source>
        <translation>resources.extra_directives: {found} wird von {field} gesetzt; nehmen Sie dieses Feld</translation>
    </message>
    <message>
        <source>environment.conda and environment.venv are both set; keep one</source>
        <translation>environment.conda und environment.venv sind beide gesetzt; behalten Sie eines</translation>
    </message>
    <message>
        <source>the pattern of metrics "{found}" {problem}</source>
        <translation>das Muster der Metriken „{found}“ {problem}</translation>
    </message>
    <message>
        <source>is longer than 500 characters; a part of the line is enough</source>
        <translation>ist länger als 500 Zeichen; ein Teil der Zeile genügt</translation>
    </message>
    <message>
        <source>has a line break; a pattern describes one line</source>
        <translation>hat einen Zeilenumbruch; ein Muster beschreibt eine Zeile</translation>
    </message>
    <message>
        <source>has two placeholders side by side; write the text that stands between them</source>
        <translation>hat zwei Platzhalter nebeneinander; schreiben Sie den Text, der zwischen ihnen steht</translation>
    </message>
    <message>
        <source>uses a name twice; write {any} for one of them</source>
        <translation>verwendet einen Namen zweimal; schreiben Sie {any} für einen davon</translation>
    </message>
    <message>
        <source>names no value; write {value}, or another name, where the number stands</source>
        <translation>nennt keinen Wert; schreiben Sie {value} oder einen anderen Namen, wo die Zahl steht</translation>
    </message>
    <message>
        <source>environment.variables: {found} is set by the program itself; choose another name</source>
        <translation>environment.variables: {found} setzt das Programm selbst; wählen Sie einen anderen Namen</translation>
    </message>
    <message>
        <source>{field}: {found} is checked and shown, but not supported by the engine of this version yet; use {instead}</source>
        <translation>{field}: {found} wird geprüft und gezeigt, aber die Engine dieser Version führt es noch nicht aus; nehmen Sie {instead}</translation>
    </message>
    <message>
        <source>{field} must be {expected}</source>
        <translation>{field} muss {expected} sein</translation>
    </message>
    <message>
        <source>the document must be repaired before it can be edited here: line {line}: {problem}</source>
        <translation>das Dokument lässt sich erst ändern, wenn es berichtigt ist: Zeile {line}: {problem}</translation>
    </message>
    <message>
        <source>{field} could not be changed without touching other parts of the document; edit the text instead</source>
        <translation>{field} ließ sich nicht ändern, ohne andere Teile des Dokuments zu berühren; bearbeiten Sie den Text selbst</translation>
    </message>
    <message>
        <source>{path} does not exist</source>
        <translation>{path} gibt es nicht</translation>
    </message>
    <message>
        <source>{path} is not a file</source>
        <translation>{path} ist keine Datei</translation>
    </message>
    <message>
        <source>{path} has more than {limit} bytes</source>
        <translation>{path} hat mehr als {limit} Bytes</translation>
    </message>
    <message>
        <source>{path} could not be read: {problem}</source>
        <translation>{path} ließ sich nicht lesen: {problem}</translation>
    </message>
    <message>
        <source>{path} could not be written: {problem}</source>
        <translation>{path} ließ sich nicht schreiben: {problem}</translation>
    </message>
    <message>
        <source>{path} could not be written: the disk is full; free some space and run again</source>
        <translation>{path} ließ sich nicht schreiben: Der Datenträger ist voll; schaffen Sie Platz und starten Sie erneut</translation>
    </message>
    <message>
        <source>{path} could not be written: permission denied; use a folder that you can write to</source>
        <translation>{path} ließ sich nicht schreiben: Zugriff verweigert; nehmen Sie einen Ordner, in den Sie schreiben dürfen</translation>
    </message>
    <message>
        <source>the folder {path} could not be created: {problem}</source>
        <translation>der Ordner {path} ließ sich nicht anlegen: {problem}</translation>
    </message>
    <message>
        <source>{path} is not a folder; move it away or choose another run folder</source>
        <translation>{path} ist kein Ordner; verschieben Sie die Datei oder wählen Sie einen anderen Ordner für den Lauf</translation>
    </message>
    <message>
        <source>{path} has too many attempts; start a new run</source>
        <translation>{path} hat zu viele Versuche; starten Sie einen neuen Lauf</translation>
    </message>
    <message>
        <source>{path} is not the identity file of a run: {problem}</source>
        <translation>{path} beschreibt keinen Lauf: {problem}</translation>
    </message>
    <message>
        <source>not valid JSON: {problem}</source>
        <translation>das ist kein gültiges JSON: {problem}</translation>
    </message>
    <message>
        <source>not an event: {problem}</source>
        <translation>das ist kein Ereignis: {problem}</translation>
    </message>
    <message>
        <source>unknown kind of event: {kind}</source>
        <translation>Ereignisse der Art {kind} sind nicht bekannt</translation>
    </message>
    <message>
        <source>a line of {bytes} bytes exceeds the limit of {limit} for an event</source>
        <translation>eine Zeile von {bytes} Bytes ist länger als die {limit}, die ein Ereignis haben darf</translation>
    </message>
    <message>
        <source>batch.gradient_accumulation_steps is not used when batch.global is set, since it follows from the number of processes; remove it</source>
        <translation>batch.gradient_accumulation_steps wird nicht benutzt, wenn batch.global gesetzt ist: Es folgt aus der Zahl der Prozesse; entfernen Sie es</translation>
    </message>
    <message>
        <source>evaluation needs held-out data; set data.validation, or data.validation_split_ratio above 0, or set evaluation.every_steps to null to train without it</source>
        <translation>die Auswertung braucht zurückgehaltene Daten; setzen Sie data.validation oder data.validation_split_ratio über 0, oder evaluation.every_steps auf null, um ohne sie zu trainieren</translation>
    </message>
    <message>
        <source>restart.signal_before_end_seconds is {signal}, not less than half of the time limit of {limit} seconds: the run is signaled {used} seconds before its end instead</source>
        <translation>restart.signal_before_end_seconds ist {signal}, nicht unter der Hälfte der Zeitgrenze von {limit} Sekunden: Der Lauf bekommt das Signal stattdessen {used} Sekunden vor seinem Ende</translation>
    </message>
    <message>
        <source>{path} cannot be opened: {why}; choose another file</source>
        <translation>{path} lässt sich nicht öffnen: {why}; wählen Sie eine andere Datei</translation>
    </message>
    <message>
        <source>{path} is larger than 1 MiB, so it is not an experiment; choose another file</source>
        <translation>{path} ist größer als 1 MiB und deshalb kein Experiment; wählen Sie eine andere Datei</translation>
    </message>
    <message>
        <source>{path} is not UTF-8 text, so it is not an experiment; choose another file</source>
        <translation>{path} ist kein UTF-8-Text und deshalb kein Experiment; wählen Sie eine andere Datei</translation>
    </message>
    <message>
        <source>{path} was not saved: {why}; the text is still here, save it in another folder</source>
        <translation>{path} wurde nicht gespeichert: {why}; der Text ist noch hier, speichern Sie ihn in einem anderen Ordner</translation>
    </message>
    <message>
        <source>{path} was changed by another program since it was opened here, so it was not overwritten</source>
        <translation>{path} wurde von einem anderen Programm geändert, seit es hier gelesen wurde, und deshalb nicht überschrieben</translation>
    </message>
    <message>
        <source>{path} is in a run folder and is the run&apos;s record, so it is not overwritten; save the experiment somewhere else</source>
        <translation>{path} liegt im Ordner eines Laufs und ist dessen Aufzeichnung, wird also nicht überschrieben; speichern Sie das Experiment an einem anderen Ort</translation>
    </message>
    <message>
        <source>run {run} has not reported any values yet, so there is no curve to draw</source>
        <translation>der Lauf {run} hat noch keinen Wert gemeldet, es gibt also keine Kurve zu zeichnen</translation>
    </message>
    <message>
        <source>could not write the picture to {path}; choose another folder</source>
        <translation>das Bild ließ sich nicht nach {path} schreiben; wählen Sie einen anderen Ordner</translation>
    </message>
    <message>
        <source>{path} could not be written: disk quota exceeded; free some space and run again</source>
        <translation>{path} ließ sich nicht schreiben: Das Speicherkontingent ist aufgebraucht; schaffen Sie Platz und starten Sie erneut</translation>
    </message>
    <message>
        <source>{path} could not be moved into place: {problem}</source>
        <translation>{path} ließ sich nicht an seine Stelle bringen: {problem}</translation>
    </message>
    <message>
        <source>it is not a JSON object</source>
        <translation>es ist kein JSON-Objekt</translation>
    </message>
    <message>
        <source>the key run is missing</source>
        <translation>der Schlüssel run fehlt</translation>
    </message>
    <message>
        <source>the text is empty</source>
        <translation>dort ist nichts</translation>
    </message>
    <message>
        <source>unexpected text at byte {byte}</source>
        <translation>unerwarteter Text bei Byte {byte}</translation>
    </message>
    <message>
        <source>{place}: {finding}</source>
        <translation>{place}: {finding}</translation>
    </message>
    <message>
        <source>{place}: {finding} (and {others} more)</source>
        <translation>{place}: {finding} (und {others} weitere)</translation>
    </message>
    <message>
        <source>no run folder given; pass --run-dir DIR</source>
        <translation>es ist kein Laufordner genannt; geben Sie --run-dir DIR an</translation>
    </message>
    <message>
        <source>{folder} cannot be used as a run folder: {reason}</source>
        <translation>{folder} ist als Laufordner nicht brauchbar: {reason}</translation>
    </message>
    <message>
        <source>{folder} is already in use by another engine or agent; wait for it to end, or cancel that run first</source>
        <translation>{folder} wird schon von einer anderen Engine oder einem anderen Agenten benutzt; warten Sie das Ende ab oder brechen Sie jenen Lauf zuerst ab</translation>
    </message>
    <message>
        <source>The training is complete.</source>
        <translation>Das Training ist fertig.</translation>
    </message>
    <message>
        <source>Stopped by a signal after saving a checkpoint; start it again to continue.</source>
        <translation>Nach dem Speichern eines Sicherungspunkte durch ein Signal angehalten; ein neuer Start setzt es fort.</translation>
    </message>
    <message>
        <source>stopped by a signal after step {step}; start it again to continue</source>
        <translation>nach Schritt {step} durch ein Signal angehalten; ein neuer Start setzt es fort</translation>
    </message>
    <message>
        <source>early stopping: {metric} has not improved since step {best_step}</source>
        <translation>früher Abbruch: {metric} hat sich seit Schritt {best_step} nicht verbessert</translation>
    </message>
    <message>
        <source>a newer attempt of this run has started; this one ends</source>
        <translation>ein neuerer Versuch dieses Laufs hat begonnen; dieser endet</translation>
    </message>
    <message>
        <source>a newer attempt of this run has started; this one ends without writing results</source>
        <translation>ein neuerer Versuch dieses Laufs hat begonnen; dieser endet, ohne Ergebnisse zu schreiben</translation>
    </message>
    <message>
        <source>{count} events could not be delivered in time and are lost; the curve has gaps there</source>
        <translation>{count} Ereignisse ließen sich nicht rechtzeitig übergeben und sind verloren; die Kurve hat dort Lücken</translation>
    </message>
    <message>
        <source>the loss became non-finite at step {step}, which was not saved; lower optimizer.learning_rate, raise schedule.warmup_steps or check the data of this step</source>
        <translation>der Verlust wurde bei Schritt {step} unendlich oder keine Zahl, und nichts davon wurde gespeichert; senken Sie optimizer.learning_rate, erhöhen Sie schedule.warmup_steps oder prüfen Sie die Daten dieses Schritts</translation>
    </message>
    <message>
        <source>the gradient became non-finite at step {step}, which was not saved; lower optimizer.learning_rate, raise schedule.warmup_steps or check the data of this step</source>
        <translation>der Gradient wurde bei Schritt {step} unendlich oder keine Zahl, und nichts davon wurde gespeichert; senken Sie optimizer.learning_rate, erhöhen Sie schedule.warmup_steps oder prüfen Sie die Daten dieses Schritts</translation>
    </message>
    <message>
        <source>out of memory: {detail}; use a smaller batch.per_device (raise gradient_accumulation_steps by the same factor, or set batch.global), a shorter data.sequence_length or a smaller model</source>
        <translation>der Speicher reicht nicht: {detail}; nehmen Sie ein kleineres batch.per_device (und erhöhen Sie gradient_accumulation_steps um denselben Faktor, oder setzen Sie batch.global), eine kürzere data.sequence_length oder ein kleineres Modell</translation>
    </message>
    <message>
        <source>the system could not provide more memory</source>
        <translation>das System verweigerte weiteren Speicher</translation>
    </message>
    <message>
        <source>the GPU of this node is defective: {detail}; resume the run on another node, and tell the site</source>
        <translation>die GPU dieses Knotens ist defekt: {detail}; setzen Sie den Lauf auf einem anderen Knoten fort, und sagen Sie es dem Betreiber</translation>
    </message>
    <message>
        <source>a computation on the GPU failed: {detail}; often it is a token or label out of range: run a step with CUDA_LAUNCH_BLOCKING=1 to find where</source>
        <translation>eine Rechnung auf der GPU schlug fehl: {detail}; oft liegt es an einem Token oder Label außerhalb des Bereichs: ein Schritt mit CUDA_LAUNCH_BLOCKING=1 zeigt, wo</translation>
    </message>
    <message>
        <source>the GPU failed: {detail}; resume the run, on another node if it happens again</source>
        <translation>die GPU versagte: {detail}; setzen Sie den Lauf fort, falls es wieder geschieht, auf einem anderen Knoten</translation>
    </message>
    <message>
        <source>the computation failed: {detail}</source>
        <translation>die Berechnung ist gescheitert: {detail}</translation>
    </message>
    <message>
        <source>the engine failed: {detail}</source>
        <translation>die Engine ist gescheitert: {detail}</translation>
    </message>
    <message>
        <source>since the checkpoint, this has changed: {what} ({before} became {now}); losses may differ from those of an uninterrupted run, often only in their last digits</source>
        <translation>Seit dem Checkpoint hat sich geändert: {what} (aus {before} wurde {now}); die Verluste können von denen eines ununterbrochenen Laufs abweichen, oft nur in den letzten Stellen</translation>
    </message>
    <message>
        <source>no checkpoint in {folder} yet</source>
        <translation>{folder} enthält noch keinen Sicherungspunkt</translation>
    </message>
    <message>
        <source>no checkpoint to resume from in {folder}</source>
        <translation>{folder} enthält keinen Sicherungspunkt zum Fortsetzen</translation>
    </message>
    <message>
        <source>resuming from the older checkpoint {folder}</source>
        <translation>setzt vom älteren Sicherungspunkt {folder} fort</translation>
    </message>
    <message>
        <source>{file} is a checkpoint of a different model: its {key} is {there}, here it is {here}; use another run folder, or --resume never to start over</source>
        <translation>{file} ist ein Sicherungspunkt eines anderen Modells: {key} ist dort {there} und hier {here}; nehmen Sie einen anderen Laufordner, oder --resume never für einen neuen Anfang</translation>
    </message>
    <message>
        <source>{file} is a checkpoint of a different model: this one has no {tensor}; use another run folder, or --resume never to start over</source>
        <translation>{file} ist ein Sicherungspunkt eines anderen Modells: Dieses hat kein {tensor}; nehmen Sie einen anderen Laufordner, oder --resume never für einen neuen Anfang</translation>
    </message>
    <message>
        <source>{file} is missing, damaged or from another version; this checkpoint cannot be resumed</source>
        <translation>{file} fehlt, ist beschädigt oder von einer anderen Version; dieser Sicherungspunkt lässt sich nicht fortsetzen</translation>
    </message>
    <message>
        <source>{file} lacks {key}; this checkpoint cannot be used</source>
        <translation>in {file} fehlt {key}; dieser Sicherungspunkt ist nicht brauchbar</translation>
    </message>
    <message>
        <source>model.overrides.{key} is not a configuration key of {kind} models</source>
        <translation>model.overrides.{key} ist kein Konfigurationsschlüssel eines Modells der Art {kind}</translation>
    </message>
    <message>
        <source>model.overrides.{key} is not a configuration key of {kind} models; did you mean {nearest}?</source>
        <translation>model.overrides.{key} ist kein Konfigurationsschlüssel eines Modells der Art {kind}; meinten Sie {nearest}?</translation>
    </message>
    <message>
        <source>model configuration: {key} must be a finite number</source>
        <translation>Modellkonfiguration: {key} muss eine endliche Zahl sein</translation>
    </message>
    <message>
        <source>model configuration: {key} is {found}, but must be at least {minimum}</source>
        <translation>Modellkonfiguration: {key} ist {found}, muss aber mindestens {minimum} sein</translation>
    </message>
    <message>
        <source>model configuration: {key} is {found}, but must be below {below}</source>
        <translation>Modellkonfiguration: {key} ist {found}, muss aber unter {below} liegen</translation>
    </message>
    <message>
        <source>model configuration: {key} must be a whole number</source>
        <translation>Modellkonfiguration: {key} muss eine ganze Zahl sein</translation>
    </message>
    <message>
        <source>model configuration: {key} must be a number</source>
        <translation>Modellkonfiguration: {key} muss eine Zahl sein</translation>
    </message>
    <message>
        <source>model configuration: {key} must be true or false</source>
        <translation>Modellkonfiguration: {key} muss true oder false sein</translation>
    </message>
    <message>
        <source>model configuration: {key} must be a string</source>
        <translation>Modellkonfiguration: {key} muss ein Text sein</translation>
    </message>
    <message>
        <source>model configuration: add_cross_attention is true, but only decoders without cross-attention are supported</source>
        <translation>Modellkonfiguration: add_cross_attention ist true, aber nur Decoder ohne Cross-Attention werden trainiert</translation>
    </message>
    <message>
        <source>data.kind: engine prepare takes data.kind text; this document&apos;s data is prepared already</source>
        <translation>data.kind: engine prepare macht vorbereitete Daten aus data.kind text; die Daten dieses Dokuments sind schon vorbereitet</translation>
    </message>
    <message>
        <source>the training text has {tokens} tokens, fewer than one sequence of {sequence_length}; provide more text or lower data.sequence_length</source>
        <translation>der Trainingstext hat {tokens} Token, weniger als eine Sequenz von {sequence_length}; geben Sie mehr Text oder eine kürzere data.sequence_length an</translation>
    </message>
    <message>
        <source>the validation text is shorter than one sequence, so there is no evaluation; provide data.validation or raise data.validation_split_ratio</source>
        <translation>der Prüftext hat weniger als eine Sequenz, es wird also nichts ausgewertet; geben Sie data.validation oder eine größere data.validation_split_ratio an</translation>
    </message>
    <message>
        <source>rank {silent} of {world_size} ended or stopped responding, as rank {rank} found during {operation} ({detail}); check its output and its node, then resume the run</source>
        <translation>Rang {silent} von {world_size} ist beendet oder antwortet nicht mehr, wie Rang {rank} feststellte (Vorgang: {operation}; {detail}); prüfen Sie seine Ausgabe und seinen Knoten und setzen Sie dann den Lauf fort</translation>
    </message>
    <message>
        <source>ranks {silent} of {world_size} ended or stopped responding, as rank {rank} found during {operation} ({detail}); check their output and their nodes, then resume the run</source>
        <translation>die Ränge {silent} von {world_size} sind beendet oder antworten nicht mehr, wie Rang {rank} feststellte (Vorgang: {operation}; {detail}); prüfen Sie ihre Ausgabe und ihre Knoten und setzen Sie dann den Lauf fort</translation>
    </message>
    <message>
        <source>another rank of {world_size} ended or stopped responding, as rank {rank} found during {operation} ({detail}); check the output of all ranks, then resume the run</source>
        <translation>ein anderer Rang von {world_size} ist beendet oder antwortet nicht mehr, wie Rang {rank} feststellte (Vorgang: {operation}; {detail}); prüfen Sie die Ausgabe aller Ränge und setzen Sie dann den Lauf fort</translation>
    </message>
    <message>
        <source>rank {rank} on node {node} took {factor} times the median of the ranks for the last {steps} steps ({own} ms, median {median} ms), and all others wait for it; look at this node: a GPU or processor that is throttled or shared, or slow access to the data</source>
        <translation>Rang {rank} auf dem Knoten {node} brauchte in den letzten {steps} Schritten das {factor}-Fache des Medians der Ränge ({own} ms, Median {median} ms), und alle anderen warten auf ihn; sehen Sie sich diesen Knoten an: eine GPU oder ein Prozessor, die gedrosselt oder geteilt sind, oder langsamer Zugriff auf die Daten</translation>
    </message>
    <message>
        <source>another rank ended or stopped responding ({detail}); check the output of all ranks, then resume the run</source>
        <translation>ein anderer Rang ist beendet oder antwortet nicht mehr ({detail}); prüfen Sie die Ausgabe aller Ränge und setzen Sie dann den Lauf fort</translation>
    </message>
    <message>
        <source>the reduce-scatter</source>
        <translation>die verteilte Summe über die Ränge</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>das Verbinden</translation>
    </message>
    <message>
        <source>{operation} of {purpose}, collective {sequence}</source>
        <translation>{operation} (Nummer {sequence}: {purpose})</translation>
    </message>
    <message>
        <source>the documents&apos; checksums</source>
        <translation>Prüfsummen der Dokumente</translation>
    </message>
    <message>
        <source>the initial weights</source>
        <translation>anfängliche Gewichte</translation>
    </message>
    <message>
        <source>a step&apos;s counts and flags</source>
        <translation>Zahlen und Zeichen eines Schritts</translation>
    </message>
    <message>
        <source>the gradients of layer {layer}</source>
        <translation>Gradienten der Schicht {layer}</translation>
    </message>
    <message>
        <source>the parameters of layer {layer}</source>
        <translation>Parameter der Schicht {layer}</translation>
    </message>
    <message>
        <source>a step&apos;s loss and gradient norm</source>
        <translation>Verlust und Gradientennorm eines Schritts</translation>
    </message>
    <message>
        <source>an evaluation</source>
        <translation>eine Auswertung</translation>
    </message>
    <message>
        <source>a checkpoint</source>
        <translation>ein Checkpoint</translation>
    </message>
    <message>
        <source>the results</source>
        <translation>die Ergebnisse</translation>
    </message>
    <message>
        <source>profiled steps {first} to {last}: {folder}; longest: {longest}</source>
        <translation>Schritte {first} bis {last} vermessen: {folder}; am längsten: {longest}</translation>
    </message>
    <message>
        <source>no steps are profiled, because torch&apos;s profiler failed: {detail}</source>
        <translation>Es werden keine Schritte vermessen, denn der Profiler von torch ist gescheitert: {detail}</translation>
    </message>
    <message>
        <source>the profile could not be written, so the training goes on without: {cause}</source>
        <translation>Das Profil konnte nicht geschrieben werden; das Training geht ohne weiter: {cause}</translation>
    </message>
    <message>
        <source>no steps were profiled, because the first {steps} steps of an attempt are not, and this one had no more</source>
        <translation>Es wurden keine Schritte vermessen, denn die ersten {steps} eines Versuchs werden es nicht, und dieser hatte nicht mehr</translation>
    </message>
    <message>
        <source>the profile</source>
        <translation>das Profil</translation>
    </message>
    <message>
        <source>rank {missing} of {world_size} did not come to the rendezvous at {address} in time, as rank {rank} found; check its output and its node, or raise parallel.connect_timeout_seconds</source>
        <translation>Rang {missing} von {world_size} kam nicht rechtzeitig zum Treffpunkt {address}, wie Rang {rank} feststellte; sehen Sie seine Ausgabe und seinen Knoten an, oder erhöhen Sie parallel.connect_timeout_seconds</translation>
    </message>
    <message>
        <source>ranks {first} and {second} use the same GPU, or slice of one, on {node}; request a GPU for each process, or lower resources.processes_per_node</source>
        <translation>die Ränge {first} und {second} benutzen auf {node} dieselbe GPU oder denselben Teil einer GPU; fordern Sie für jeden Prozess eine GPU an, oder verringern Sie resources.processes_per_node</translation>
    </message>
    <message>
        <source>the all-reduce</source>
        <translation>die Summe über die Ränge</translation>
    </message>
    <message>
        <source>the all-gather</source>
        <translation>dem All-Gather</translation>
    </message>
    <message>
        <source>the broadcast</source>
        <translation>das Verteilen an alle Ränge</translation>
    </message>
    <message>
        <source>the barrier</source>
        <translation>das Warten auf alle Ränge</translation>
    </message>
    <message>
        <source>the wait for the first rank&apos;s data</source>
        <translation>das Warten auf die Daten des ersten Rangs</translation>
    </message>
    <message>
        <source>rank {rank} was started with a different document than rank 0: {found} here, {first} there; start all ranks with the same document and the same --set</source>
        <translation>Rang {rank} wurde mit einem anderen Dokument gestartet als Rang 0: {found} hier, {first} dort; starten Sie alle Ränge mit demselben Dokument und denselben --set</translation>
    </message>
    <message>
        <source>{variable} is not set, although {present} is; each rank needs all of RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE, MASTER_ADDR and MASTER_PORT</source>
        <translation>{variable} ist nicht gesetzt, {present} aber schon; ein Rang braucht alle von RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE, MASTER_ADDR und MASTER_PORT</translation>
    </message>
    <message>
        <source>{variable} is &quot;{found}&quot;, which is not a whole number</source>
        <translation>{variable} ist „{found}“, also keine ganze Zahl</translation>
    </message>
    <message>
        <source>{variable} is {found}, but must be between {minimum} and {maximum}</source>
        <translation>{variable} ist {found}, muss aber zwischen {minimum} und {maximum} liegen</translation>
    </message>
    <message>
        <source>MASTER_ADDR is empty; it must be the address of rank 0&apos;s node</source>
        <translation>MASTER_ADDR ist leer; es muss die Adresse des Knotens von Rang 0 sein</translation>
    </message>
    <message>
        <source>rank {rank} at {address} could not connect to the other ranks: {problem}</source>
        <translation>Rang {rank} auf {address} konnte sich nicht mit den anderen Rängen verbinden: {problem}</translation>
    </message>
    <message>
        <source>rank {rank} could not start NCCL: {problem}</source>
        <translation>Rang {rank} konnte NCCL nicht starten: {problem}</translation>
    </message>
    <message>
        <source>rank {rank} of {world_size} could not reach the rendezvous at {address}: {problem}</source>
        <translation>Rang {rank} von {world_size} konnte die anderen auf {address} nicht treffen: {problem}</translation>
    </message>
    <message>
        <source>rank {rank} of {world_size} could not reach the rendezvous at {address}: another program uses this port; choose another MASTER_PORT</source>
        <translation>Rang {rank} von {world_size} konnte die anderen auf {address} nicht treffen: Der Port ist von einem anderen Programm belegt; wählen Sie einen anderen MASTER_PORT</translation>
    </message>
    <message>
        <source>rank {rank} of {world_size} could not reach the rendezvous at {address}: the address cannot be resolved</source>
        <translation>Rang {rank} von {world_size} konnte die anderen auf {address} nicht treffen: Die Adresse lässt sich nicht auflösen</translation>
    </message>
    <message>
        <source>rank {rank} of {world_size} could not reach the rendezvous at {address}: this node has no network address other than loopback</source>
        <translation>Rang {rank} von {world_size} konnte die anderen auf {address} nicht treffen: Dieser Knoten hat außer loopback keine Netzadresse</translation>
    </message>
    <message>
        <source>GPUs were requested but cannot be used: {problem}; run on a node with an NVIDIA GPU and driver, or set resources.gpus_per_node to 0</source>
        <translation>GPUs sind angefordert, aber nicht nutzbar: {problem}; nehmen Sie einen Knoten mit NVIDIA-GPU und Treiber oder setzen Sie resources.gpus_per_node auf 0</translation>
    </message>
    <message>
        <source>GPUs were requested, but {library} is not the engine&apos;s GPU library; reinstall the engine</source>
        <translation>GPUs sind angefordert, aber {library} ist nicht die GPU-Bibliothek der Engine; installieren Sie die Engine neu</translation>
    </message>
    <message>
        <source>only {found} GPUs are visible to the {ranks} ranks on this node; lower resources.processes_per_node or ask for more GPUs</source>
        <translation>dieser Knoten zeigt {ranks} Rängen {found} GPUs; senken Sie resources.processes_per_node oder fordern Sie mehr GPUs an</translation>
    </message>
    <message>
        <source>only {found} of the {wanted} requested GPUs are visible on this machine</source>
        <translation>dieser Rechner zeigt {found} der {wanted} angeforderten GPUs</translation>
    </message>
    <message>
        <source>{device} has compute capability {capability}, but torch needs 7.5 (Turing) or newer: choose another resources.gpu_type, or set resources.gpus_per_node to 0</source>
        <translation>{device} hat Compute Capability {capability}; torch rechnet auf 7.5 (Turing) und neueren: Wählen Sie einen anderen resources.gpu_type oder setzen Sie resources.gpus_per_node auf 0</translation>
    </message>
    <message>
        <source>{device} has compute capability {capability}, but bf16 needs 8.0 (Ampere) or newer: set precision.kind to fp32 or choose another resources.gpu_type</source>
        <translation>{device} hat Compute Capability {capability} und kein bf16, das 8.0 (Ampere) oder neuer braucht: Setzen Sie precision.kind auf fp32 oder wählen Sie einen anderen resources.gpu_type</translation>
    </message>
    <message>
        <source>{file}: no such file; correct the path under data</source>
        <translation>{file}: diese Datei gibt es nicht; berichtigen Sie den Pfad unter data</translation>
    </message>
    <message>
        <source>{file}: not a file; give a text file under data</source>
        <translation>{file}: ist keine Datei; nennen Sie eine Textdatei unter data</translation>
    </message>
    <message>
        <source>{file}: file is empty, so there is nothing to learn from it</source>
        <translation>{file}: ist leer; daraus lässt sich nichts lernen</translation>
    </message>
    <message>
        <source>{file}: became shorter while it was being read; start again when it is complete</source>
        <translation>{file}: wurde beim Lesen kürzer; starten Sie erneut, wenn sie vollständig ist</translation>
    </message>
    <message>
        <source>{file}: has a null byte in line {line} (byte offset {offset}), so it is not a text file</source>
        <translation>{file}: enthält ein Nullbyte in Zeile {line} (Byte-Position {offset}) und ist deshalb keine Textdatei</translation>
    </message>
    <message>
        <source>{file}: not valid UTF-8 in line {line} (byte offset {offset}); convert it, for example with iconv</source>
        <translation>{file}: ist in Zeile {line} kein UTF-8 (Byte-Position {offset}); wandeln Sie die Datei um, zum Beispiel mit iconv</translation>
    </message>
    <message>
        <source>{file}: a CSV field cannot hold a list of words; use .jsonl with lists, or .conll with one word per line</source>
        <translation>{file}: ein Feld einer CSV-Datei enthält keine Liste von Wörtern; nehmen Sie .jsonl mit Listen oder .conll mit einem Wort je Zeile</translation>
    </message>
    <message>
        <source>this data needs a tokenizer: set data.tokenizer, or model.pretrained to a folder that has one</source>
        <translation>solche Daten brauchen einen Tokenizer: setzen Sie data.tokenizer, oder model.pretrained auf einen Ordner, der einen hat</translation>
    </message>
    <message>
        <source>data.sequence_length is {sequence_length}, but the tokenizer adds {tokens} tokens around each text; raise it to at least {least}</source>
        <translation>data.sequence_length ist {sequence_length}, aber der Tokenizer setzt {tokens} Token um einen Text; machen Sie daraus mindestens {least}</translation>
    </message>
    <message>
        <source>{file}: no record to learn from, or data.validation_split_ratio leaves none</source>
        <translation>{file}: enthält keinen Datensatz zum Lernen, oder data.validation_split_ratio lässt keinen übrig</translation>
    </message>
    <message>
        <source>{file}: no record to validate on</source>
        <translation>{file}: enthält keinen Datensatz zum Validieren</translation>
    </message>
    <message>
        <source>task.labels lists {label} twice; list each label once</source>
        <translation>task.labels nennt {label} zweimal; nennen Sie jedes Label einmal</translation>
    </message>
    <message>
        <source>task.labels lists more than {limit} labels</source>
        <translation>task.labels nennt mehr als {limit} Labels</translation>
    </message>
    <message>
        <source>{file}, line {line}: {what}</source>
        <translation>{file}, Zeile {line}: {what}</translation>
    </message>
    <message>
        <source>the first line must be a header with column names, but there is none</source>
        <translation>die erste Zeile muss die Spalten nennen, es gibt aber keine</translation>
    </message>
    <message>
        <source>no column {column}; the columns are {columns}: correct data.text_column, data.text_pair_column or data.label_column</source>
        <translation>es gibt keine Spalte {column}; die Spalten sind {columns}: berichtigen Sie data.text_column, data.text_pair_column oder data.label_column</translation>
    </message>
    <message>
        <source>no value in column {column}</source>
        <translation>kein Wert in Spalte {column}</translation>
    </message>
    <message>
        <source>the header has more than {limit} columns</source>
        <translation>nennt mehr als {limit} Spalten</translation>
    </message>
    <message>
        <source>more fields than the {columns} columns; quote fields that contain separators</source>
        <translation>mehr Felder als die {columns} Spalten; setzen Sie Felder, die Trennzeichen enthalten, in Anführungszeichen</translation>
    </message>
    <message>
        <source>a quote in this record is never closed</source>
        <translation>ein Anführungszeichen, das in diesem Datensatz beginnt, wird nie geschlossen</translation>
    </message>
    <message>
        <source>the record is longer than 16 MiB; close the open quote or brace, or shorten it</source>
        <translation>der Datensatz ist länger als 16 MiB; schließen Sie das offene Anführungszeichen oder die offene Klammer, oder kürzen Sie ihn</translation>
    </message>
    <message>
        <source>expected a JSON object; write one per line, or a single list of them</source>
        <translation>ein JSON-Objekt wurde erwartet; schreiben Sie eines je Zeile oder eine Liste von ihnen</translation>
    </message>
    <message>
        <source>the JSON object that starts here is never closed</source>
        <translation>das JSON-Objekt, das hier beginnt, wird nie geschlossen</translation>
    </message>
    <message>
        <source>the JSON list is never closed</source>
        <translation>die JSON-Liste wird nie geschlossen</translation>
    </message>
    <message>
        <source>a string of this JSON object continues past the end of its line; close its quote</source>
        <translation>ein Text dieses JSON-Objekts geht über seine Zeile hinaus; schließen Sie sein Anführungszeichen</translation>
    </message>
    <message>
        <source>column {column} must be a string</source>
        <translation>Spalte {column} muss einen Text enthalten</translation>
    </message>
    <message>
        <source>column {column} must be a list of words</source>
        <translation>Spalte {column} muss eine Liste von Wörtern enthalten</translation>
    </message>
    <message>
        <source>column {column} must be a label: a string, an integer, true or false</source>
        <translation>Spalte {column} muss ein Label enthalten: einen Text, eine ganze Zahl, true oder false</translation>
    </message>
    <message>
        <source>column {column} must be a list of labels</source>
        <translation>Spalte {column} muss eine Liste von Labels enthalten</translation>
    </message>
    <message>
        <source>column {column} must be a number</source>
        <translation>Spalte {column} muss eine Zahl enthalten</translation>
    </message>
    <message>
        <source>{words} words, but {labels} labels; provide one label per word</source>
        <translation>{words} Wörter, aber {labels} Labels; geben Sie jedem Wort eines</translation>
    </message>
    <message>
        <source>word without a label; its label belongs in the last column</source>
        <translation>ein Wort ohne Label; sein Label steht in der letzten Spalte</translation>
    </message>
    <message>
        <source>the label {label} is not one of {labels}; correct it, or add it to task.labels</source>
        <translation>das Label {label} ist keines von {labels}; berichtigen Sie es, oder nennen Sie es in task.labels</translation>
    </message>
    <message>
        <source>column {column} has more than {limit} distinct labels; correct data.label_column, or set task.problem_type to regression for numbers</source>
        <translation>Spalte {column} hat mehr als {limit} verschiedene Labels; berichtigen Sie data.label_column, oder setzen Sie task.problem_type für Zahlen auf regression</translation>
    </message>
    <message>
        <source>the text is empty, and the tokenizer adds nothing around it; remove the record</source>
        <translation>der Text ist leer, und der Tokenizer setzt nichts darum; nehmen Sie den Datensatz heraus</translation>
    </message>
    <message>
        <source>stopped while preparing the data</source>
        <translation>während der Vorbereitung der Daten angehalten</translation>
    </message>
    <message>
        <source>{path}: already exists; give a folder that does not exist yet</source>
        <translation>{path}: gibt es schon; nennen Sie einen Ordner, den es noch nicht gibt</translation>
    </message>
    <message>
        <source>no cache folder for prepared data: neither XDG_CACHE_HOME nor HOME is set; set one of them</source>
        <translation>weder XDG_CACHE_HOME noch HOME nennt einen Ordner für vorbereitete Daten; setzen Sie eines davon</translation>
    </message>
    <message>
        <source>{file}: no such folder of prepared data; create it with engine prepare</source>
        <translation>{file}: diesen Ordner mit vorbereiteten Daten gibt es nicht; legen Sie ihn mit engine prepare an</translation>
    </message>
    <message>
        <source>{file}: {what}; prepare the data again</source>
        <translation>{file}: {what}; bereiten Sie die Daten neu vor</translation>
    </message>
    <message>
        <source>has no prepared.json</source>
        <translation>enthält keine prepared.json</translation>
    </message>
    <message>
        <source>is not valid JSON</source>
        <translation>ist kein gültiges JSON</translation>
    </message>
    <message>
        <source>has a format that this version does not know</source>
        <translation>hat ein Format, das diese Version nicht kennt</translation>
    </message>
    <message>
        <source>lacks vocab_size, token_bytes or a training split</source>
        <translation>hat kein vocab_size, kein token_bytes oder keinen Trainingsteil</translation>
    </message>
    <message>
        <source>refers to a file outside the folder</source>
        <translation>nennt eine Datei außerhalb des Ordners</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>ist nicht da</translation>
    </message>
    <message>
        <source>has {bytes} bytes instead of {expected}</source>
        <translation>hat {bytes} Byte statt {expected}</translation>
    </message>
    <message>
        <source>does not match its checksum in prepared.json</source>
        <translation>hat nicht die Prüfsumme, die prepared.json nennt</translation>
    </message>
    <message>
        <source>has impossible numbers of rows, tokens or labels</source>
        <translation>sagt über Zeilen, Token oder Labels, was nicht sein kann</translation>
    </message>
    <message>
        <source>has an impossible end of row {row}</source>
        <translation>sagt, dass Zeile {row} endet, wo sie nicht enden kann</translation>
    </message>
    <message>
        <source>row {row} has the token type {type}, but there are {types}</source>
        <translation>Zeile {row} hat den Tokentyp {type}, es gibt aber {types}</translation>
    </message>
    <message>
        <source>row {row} has a label that does not exist</source>
        <translation>Zeile {row} hat ein Label, das es nicht gibt</translation>
    </message>
    <message>
        <source>became shorter while in use</source>
        <translation>wurde während der Benutzung kürzer</translation>
    </message>
    <message>
        <source>token {position} is {id}, outside the vocabulary of {vocabulary}</source>
        <translation>Token {position} ist {id}, außerhalb des Vokabulars von {vocabulary}</translation>
    </message>
    <message>
        <source>{file}: the tokenizer cannot be read: {reason}; copy the file again from its source</source>
        <translation>{file}: der Tokenizer lässt sich nicht lesen: {reason}; kopieren Sie die Datei noch einmal von dort, wo sie herkam</translation>
    </message>
    <message>
        <source>cannot train a vocabulary of {vocab_size} entries: byte-level BPE needs {fewest} to {most}</source>
        <translation>ein Vokabular von {vocab_size} Einträgen lässt sich nicht trainieren: BPE auf Byte-Ebene braucht {fewest} bis {most}</translation>
    </message>
    <message>
        <source>the special tokens of a vocabulary must be distinct and not empty</source>
        <translation>die besonderen Token eines Vokabulars müssen verschieden und dürfen nicht leer sein</translation>
    </message>
    <message>
        <source>training the vocabulary was stopped</source>
        <translation>das Training des Vokabulars wurde angehalten</translation>
    </message>
    <message>
        <source>the tokens {other} and {token} have the same id {id}</source>
        <translation>die Token {other} und {token} haben dieselbe Nummer {id}</translation>
    </message>
    <message>
        <source>the id {id} of {token} is above {limit}</source>
        <translation>die Nummer {id} von {token} liegt über {limit}</translation>
    </message>
    <message>
        <source>the added token {token} has the id {id}, but the vocabulary says {vocabulary_id}</source>
        <translation>das hinzugefügte Token {token} hat die Nummer {id}, das Vokabular sagt {vocabulary_id}</translation>
    </message>
    <message>
        <source>the vocabulary has no entry for the byte {byte} ({letter}), so it is not byte-level</source>
        <translation>das Vokabular hat keinen Eintrag für das Byte {byte} ({letter}) und ist deshalb kein Vokabular auf Byte-Ebene</translation>
    </message>
    <message>
        <source>no such file</source>
        <translation>diese Datei gibt es nicht</translation>
    </message>
    <message>
        <source>larger than 256 MiB</source>
        <translation>sie ist größer als 256 MiB</translation>
    </message>
    <message>
        <source>it cannot be opened or is empty</source>
        <translation>sie lässt sich nicht öffnen oder ist leer</translation>
    </message>
    <message>
        <source>line {line} is not UTF-8</source>
        <translation>Zeile {line} ist kein UTF-8</translation>
    </message>
    <message>
        <source>its last line has no line break, so the file is truncated</source>
        <translation>ihre letzte Zeile hat keinen Zeilenumbruch, das Ende fehlt also</translation>
    </message>
    <message>
        <source>&quot;{key}&quot; is missing</source>
        <translation>„{key}“ fehlt</translation>
    </message>
    <message>
        <source>&quot;{key}&quot; must be an object</source>
        <translation>„{key}“ muss ein Objekt sein</translation>
    </message>
    <message>
        <source>&quot;{key}&quot; must be a list</source>
        <translation>„{key}“ muss eine Liste sein</translation>
    </message>
    <message>
        <source>&quot;{key}&quot; must be true or false</source>
        <translation>„{key}“ muss true oder false sein</translation>
    </message>
    <message>
        <source>the id of {token} must be an integer from 0 to {limit}</source>
        <translation>die Nummer von {token} muss eine ganze Zahl von 0 bis {limit} sein</translation>
    </message>
    <message>
        <source>&quot;type_id&quot; must be an integer from 0 to 255</source>
        <translation>&quot;type_id&quot; muss eine ganze Zahl von 0 bis 255 sein</translation>
    </message>
    <message>
        <source>&quot;pair&quot; must contain each of the texts A and B once</source>
        <translation>&quot;pair&quot; muss jeden der Texte A und B einmal enthalten</translation>
    </message>
    <message>
        <source>the token {token} occurs twice in the vocabulary</source>
        <translation>das Token {token} steht zweimal im Vokabular</translation>
    </message>
    <message>
        <source>merge {merge} needs the token {token}, which is not in the vocabulary</source>
        <translation>die Verschmelzung {merge} braucht das Token {token}, das nicht im Vokabular steht</translation>
    </message>
    <message>
        <source>merge {merge} must be two tokens separated by one space, not by a tab, but is {line}</source>
        <translation>Verschmelzung {merge} muss aus zwei durch ein Leerzeichen getrennten Tokens bestehen, nicht durch einen Tabulator, ist aber {line}</translation>
    </message>
    <message>
        <source>merge {merge} must be two tokens</source>
        <translation>die Verschmelzung {merge} muss aus zwei Token bestehen</translation>
    </message>
    <message>
        <source>its &quot;precompiled_charsmap&quot; cannot be read</source>
        <translation>seine „precompiled_charsmap“ kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>entry {entry} of the vocabulary must be a list of a token and its score, a finite number</source>
        <translation>der Eintrag {entry} des Vokabulars muss eine Liste aus einem Token und seiner Bewertung sein, einer endlichen Zahl</translation>
    </message>
    <message>
        <source>&quot;unk_id&quot; must be the index of an entry of the vocabulary, counting from 0</source>
        <translation>„unk_id“ muss die Stelle eines Eintrags des Vokabulars sein, von 0 an gezählt</translation>
    </message>
    <message>
        <source>an entry of &quot;added_tokens&quot; must be an object</source>
        <translation>ein Eintrag von „added_tokens“ muss ein Objekt sein</translation>
    </message>
    <message>
        <source>an added token has no &quot;content&quot;</source>
        <translation>ein hinzugefügtes Token hat kein „content“</translation>
    </message>
    <message>
        <source>the added token {token} has no &quot;id&quot; from 0 to {limit}</source>
        <translation>das hinzugefügte Token {token} hat kein „id“ von 0 bis {limit}</translation>
    </message>
    <message>
        <source>a list of added tokens without a tokenizer.json</source>
        <translation>eine Liste hinzugefügter Token ohne tokenizer.json</translation>
    </message>
    <message>
        <source>the normalizer {type}</source>
        <translation>der Normalizer {type}</translation>
    </message>
    <message>
        <source>the decoder {type}</source>
        <translation>der Decoder {type}</translation>
    </message>
    <message>
        <source>the pre-tokenizer {type}</source>
        <translation>der Pre-Tokenizer {type}</translation>
    </message>
    <message>
        <source>the model type {type}</source>
        <translation>der Modelltyp {type}</translation>
    </message>
    <message>
        <source>the model&apos;s &quot;{key}&quot;</source>
        <translation>„{key}“ des Modells</translation>
    </message>
    <message>
        <source>a newer attempt of this run has started in {folder}; this one ends without writing anything more</source>
        <translation>ein neuerer Versuch dieses Laufs hat in {folder} begonnen; dieser endet, ohne mehr zu schreiben</translation>
    </message>
    <message>
        <source>{file}: {what}; this checkpoint cannot be used</source>
        <translation>{file}: {what}; dieser Sicherungspunkt ist nicht brauchbar</translation>
    </message>
    <message>
        <source>is not a manifest</source>
        <translation>ist kein Verzeichnis der Dateien</translation>
    </message>
    <message>
        <source>refers to a file outside the checkpoint</source>
        <translation>nennt eine Datei außerhalb des Sicherungspunkte</translation>
    </message>
    <message>
        <source>is missing or cannot be read</source>
        <translation>fehlt oder lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>does not match its checksum in the manifest</source>
        <translation>hat nicht die Prüfsumme, die im Verzeichnis der Dateien steht</translation>
    </message>
    <message>
        <source>{file}: has no tensor {tensor}; it belongs to a different model</source>
        <translation>{file}: hat keinen Tensor {tensor}; gehört zu einem anderen Modell</translation>
    </message>
    <message>
        <source>{file}: tensor {tensor} has values that are not finite, as after a training that diverged; take an earlier checkpoint, or download the model again</source>
        <translation>{file}: Der Tensor {tensor} hat Werte, die nicht endlich sind, wie nach einem Training, das divergiert ist; nehmen Sie einen früheren Checkpoint, oder laden Sie das Modell neu herunter</translation>
    </message>
    <message>
        <source>{file}: tensor {tensor} has the shape {shape} instead of {expected}; it belongs to a different model</source>
        <translation>{file}: Tensor {tensor} hat die Form {shape} statt {expected}; die Datei gehört zu einem anderen Modell</translation>
    </message>
    <message>
        <source>{file}: tensor {tensor} has the dtype {dtype}, which is not supported</source>
        <translation>{file}: Tensor {tensor} hat das Zahlenformat {dtype}, das nicht unterstützt wird</translation>
    </message>
    <message>
        <source>{file}: {what}; the file is damaged or not a safetensors file</source>
        <translation>{file}: {what}; die Datei ist beschädigt oder keine safetensors-Datei</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>is shorter than 8 bytes</source>
        <translation>ist kürzer als 8 Byte</translation>
    </message>
    <message>
        <source>has a header of {bytes} bytes, more than the limit of {limit}</source>
        <translation>hat einen Kopf von {bytes} Byte, mehr als {limit}</translation>
    </message>
    <message>
        <source>ends inside its header</source>
        <translation>endet mitten im Kopf</translation>
    </message>
    <message>
        <source>has a header that is not a JSON object</source>
        <translation>hat einen Kopf, der kein JSON-Objekt ist</translation>
    </message>
    <message>
        <source>has metadata that is not a string</source>
        <translation>hat Metadaten, die kein Text sind</translation>
    </message>
    <message>
        <source>lists the tensor {tensor} twice</source>
        <translation>nennt den Tensor {tensor} zweimal</translation>
    </message>
    <message>
        <source>holds something other than a tensor under {tensor}</source>
        <translation>enthält unter {tensor} etwas anderes als einen Tensor</translation>
    </message>
    <message>
        <source>lacks dtype, shape or data_offsets of {tensor}</source>
        <translation>hat dtype, shape oder data_offsets von {tensor} nicht</translation>
    </message>
    <message>
        <source>gives {tensor} the unknown dtype {dtype}</source>
        <translation>nennt für {tensor} den unbekannten dtype {dtype}</translation>
    </message>
    <message>
        <source>has a shape for {tensor} that is not made of whole numbers</source>
        <translation>hat für {tensor} eine Form, die nicht aus ganzen Zahlen besteht</translation>
    </message>
    <message>
        <source>has no pair of offsets for {tensor}</source>
        <translation>hat kein Paar von Positionen für {tensor}</translation>
    </message>
    <message>
        <source>has offsets for {tensor} that run backwards</source>
        <translation>hat für {tensor} Positionen, die rückwärts laufen</translation>
    </message>
    <message>
        <source>has a shape for {tensor} that does not match its offsets</source>
        <translation>hat für {tensor} eine Form, die nicht zu den Positionen passt</translation>
    </message>
    <message>
        <source>has overlapping tensors at {tensor}</source>
        <translation>hat überlappende Tensoren bei {tensor}</translation>
    </message>
    <message>
        <source>has a gap before {tensor}</source>
        <translation>hat eine Lücke vor {tensor}</translation>
    </message>
    <message>
        <source>has {bytes} bytes, but its header says {expected}</source>
        <translation>hat {bytes} Byte, wo der Kopf {expected} nennt</translation>
    </message>
    <message>
        <source>ends inside tensor {tensor}</source>
        <translation>endet mitten im Tensor {tensor}</translation>
    </message>
    <message>
        <source>is not an index of ranges of tensors</source>
        <translation>ist kein Verzeichnis von Bereichen von Tensoren</translation>
    </message>
    <message>
        <source>has an impossible shape or dtype of tensor {tensor}</source>
        <translation>nennt eine unmögliche Form oder einen unmöglichen Zahlentyp des Tensors {tensor}</translation>
    </message>
    <message>
        <source>refers to a file that is not next to it for tensor {tensor}</source>
        <translation>verweist für den Tensor {tensor} auf eine Datei, die nicht daneben liegt</translation>
    </message>
    <message>
        <source>has the range [{begin}, {end}) of tensor {tensor}, which is not in it</source>
        <translation>nennt den Bereich [{begin}, {end}) des Tensors {tensor}, der nicht in ihm liegt</translation>
    </message>
    <message>
        <source>has elements of tensor {tensor} twice, from element {begin} on</source>
        <translation>hat Elemente des Tensors {tensor} zweimal, ab Element {begin}</translation>
    </message>
    <message>
        <source>lacks elements of tensor {tensor}, from element {begin} on</source>
        <translation>hat Elemente des Tensors {tensor} nicht, ab Element {begin}</translation>
    </message>
    <message>
        <source>{file}: is missing or cannot be read; a model folder as saved by transformers is needed</source>
        <translation>{file}: fehlt oder lässt sich nicht lesen; nötig ist ein Modellordner, wie transformers ihn schreibt</translation>
    </message>
    <message>
        <source>{file}: is not a JSON object</source>
        <translation>{file}: ist kein JSON-Objekt</translation>
    </message>
    <message>
        <source>{file}: has no weight_map</source>
        <translation>{file}: hat keine weight_map</translation>
    </message>
    <message>
        <source>{file}: gives no file inside the folder for {tensor}</source>
        <translation>{file}: nennt für {tensor} keine Datei des Ordners</translation>
    </message>
    <message>
        <source>{file}: has no {tensor}, although the index lists it</source>
        <translation>{file}: enthält {tensor} nicht, obwohl der Index es verspricht</translation>
    </message>
    <message>
        <source>Rank {rank} on {node}</source>
        <translation>Rang {rank} auf {node}</translation>
    </message>
    <message>
        <source>{program} on {node}</source>
        <translation>{program} auf {node}</translation>
    </message>
    <message>
        <source>A process on node {node}</source>
        <translation>Ein Prozess auf Knoten {node}</translation>
    </message>
    <message>
        <source>last output: {words}</source>
        <translation>letzte Worte: {words}</translation>
    </message>
    <message>
        <source>no error was printed, see its output</source>
        <translation>kein Fehler wurde geschrieben, siehe die Ausgabe</translation>
    </message>
    <message>
        <source>The scheduler said: {words}</source>
        <translation>Der Scheduler sagte: {words}</translation>
    </message>
    <message>
        <source>The scheduler gave no reason</source>
        <translation>Der Scheduler nannte keinen Grund</translation>
    </message>
    <message>
        <source>Completed</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>{who} was killed because the job&apos;s memory limit was reached; request more memory (resources.memory_gib_per_node) or use a smaller batch</source>
        <translation>{who} wurde abgebrochen, weil die Speichergrenze des Auftrags erreicht war; mehr Speicher anfordern (resources.memory_gib_per_node) oder einen kleineren Batch verwenden</translation>
    </message>
    <message>
        <source>{who} was killed because the machine ran out of memory; request more memory (resources.memory_gib_per_node) or use a smaller batch</source>
        <translation>{who} wurde abgebrochen, weil dem Rechner der Speicher ausging; mehr Speicher anfordern (resources.memory_gib_per_node) oder einen kleineren Batch verwenden</translation>
    </message>
    <message>
        <source>{who} was killed by {signal}: {advice}</source>
        <translation>{who} wurde durch {signal} beendet: {advice}</translation>
    </message>
    <message>
        <source>{who} exited with code {exit_code}; {said}</source>
        <translation>{who} endete mit dem Endwert {exit_code}; {said}</translation>
    </message>
    <message>
        <source>{who} failed: {error}</source>
        <translation>{who} ist fehlgeschlagen: {error}</translation>
    </message>
    <message>
        <source>{who} failed: {error}; {advice}</source>
        <translation>{who} ist fehlgeschlagen: {error}; {advice}</translation>
    </message>
    <message>
        <source>{who} ran out of memory: {error}; {advice}</source>
        <translation>{who} hatte zu wenig Speicher: {error}; {advice}</translation>
    </message>
    <message>
        <source>{who} failed because a disk is full: {error}; {advice}</source>
        <translation>{who} ist fehlgeschlagen, weil ein Datenträger voll ist: {error}; {advice}</translation>
    </message>
    <message>
        <source>{who} lost contact with the other ranks: {error}; {advice}</source>
        <translation>{who} hat die anderen Ränge verloren: {error}; {advice}</translation>
    </message>
    <message>
        <source>{who} failed on its GPU: {error}; {advice}</source>
        <translation>{who} ist auf der GPU fehlgeschlagen: {error}; {advice}</translation>
    </message>
    <message>
        <source>{who} ran out of memory, lower batch.per_device or request more; {said}</source>
        <translation>{who} hatte zu wenig Speicher, batch.per_device senken oder mehr anfordern; {said}</translation>
    </message>
    <message>
        <source>{who} lost contact with the other ranks, check their output and resume; {said}</source>
        <translation>{who} hat die anderen Ränge verloren, deren Ausgabe ansehen und fortsetzen; {said}</translation>
    </message>
    <message>
        <source>{who} ended because the loss became non-finite, lower optimizer.learning_rate or use bf16 instead of fp16; {said}</source>
        <translation>{who} endete, weil der Verlust nicht mehr endlich war, optimizer.learning_rate senken oder bf16 statt fp16 nehmen; {said}</translation>
    </message>
    <message>
        <source>a user or the system ended it (no out-of-memory kill was recorded); check the health of the node and resume</source>
        <translation>jemand oder das System hat den Prozess beendet (ein Abbruch wegen Speichermangels war nicht zu sehen); den Zustand des Knotens prüfen und fortsetzen</translation>
    </message>
    <message>
        <source>it crashed in native code; see the end of its error output and check the versions of its libraries</source>
        <translation>Absturz in nativem Code; das Ende der Fehlerausgabe ansehen und die Versionen der Bibliotheken prüfen</translation>
    </message>
    <message>
        <source>it aborted itself; see the end of its error output</source>
        <translation>der Prozess hat sich selbst abgebrochen; das Ende der Fehlerausgabe ansehen</translation>
    </message>
    <message>
        <source>it was asked to stop; resume the run if that was not you</source>
        <translation>jemand hat das Anhalten verlangt; den Lauf fortsetzen, wenn das nicht gewollt war</translation>
    </message>
    <message>
        <source>see the end of its error output</source>
        <translation>das Ende der Fehlerausgabe ansehen</translation>
    </message>
    <message>
        <source>use a smaller batch with more gradient accumulation steps; gradient checkpointing (computing activations again) saves memory, too</source>
        <translation>einen kleineren Batch mit mehr Schritten der Gradientenakkumulation verwenden; Gradient Checkpointing (Aktivierungen neu berechnen) spart ebenfalls Speicher</translation>
    </message>
    <message>
        <source>request more memory (resources.memory_gib_per_node) or use a smaller batch</source>
        <translation>mehr Speicher anfordern (resources.memory_gib_per_node) oder einen kleineren Batch verwenden</translation>
    </message>
    <message>
        <source>free space on the disk it wrote to, or keep fewer checkpoints, and resume</source>
        <translation>auf dem beschriebenen Datenträger Platz schaffen oder weniger Sicherungspunkte behalten, dann fortsetzen</translation>
    </message>
    <message>
        <source>free space under your quota, or keep fewer checkpoints, and resume</source>
        <translation>im eigenen Kontingent Platz schaffen oder weniger Sicherungspunkte behalten, dann fortsetzen</translation>
    </message>
    <message>
        <source>another rank or the network between the nodes failed, check the output of the other ranks and resume</source>
        <translation>ein anderer Rang oder das Netz zwischen den Knoten ist ausgefallen, die Ausgabe der anderen Ränge ansehen und fortsetzen</translation>
    </message>
    <message>
        <source>a rank did not respond in time, check the output of the other ranks and resume</source>
        <translation>ein Rang hat nicht rechtzeitig geantwortet, die Ausgabe der anderen Ränge ansehen und fortsetzen</translation>
    </message>
    <message>
        <source>another rank ended first, check the output of the other ranks</source>
        <translation>ein anderer Rang endete zuerst, die Ausgabe der anderen Ränge ansehen</translation>
    </message>
    <message>
        <source>the ranks could not reach each other, check addresses and ports</source>
        <translation>die Ränge konnten einander nicht erreichen, Adressen und Ports prüfen</translation>
    </message>
    <message>
        <source>this GPU is too old or too new for the installed torch, choose another gpu_type or torch build</source>
        <translation>diese GPU ist zu alt oder zu neu für das installierte torch, einen anderen gpu_type oder ein anderes torch wählen</translation>
    </message>
    <message>
        <source>the node&apos;s NVIDIA driver is too old for the installed torch</source>
        <translation>der NVIDIA-Treiber des Knotens ist zu alt für das installierte torch</translation>
    </message>
    <message>
        <source>request GPUs (resources.gpus_per_node) or run on the CPU</source>
        <translation>GPUs anfordern (resources.gpus_per_node) oder auf dem Prozessor laufen lassen</translation>
    </message>
    <message>
        <source>often an out-of-range token or label, run one step with CUDA_LAUNCH_BLOCKING=1 to find it</source>
        <translation>oft ein Token oder Zielwert außerhalb seines Bereichs, einen Schritt mit CUDA_LAUNCH_BLOCKING=1 laufen lassen, um die Stelle zu sehen</translation>
    </message>
    <message>
        <source>run once with CUDA_LAUNCH_BLOCKING=1 to find where, and try another node</source>
        <translation>einmal mit CUDA_LAUNCH_BLOCKING=1 laufen lassen, um die Stelle zu sehen, und einen anderen Knoten versuchen</translation>
    </message>
    <message>
        <source>try another node, or use a smaller batch</source>
        <translation>einen anderen Knoten versuchen oder einen kleineren Batch verwenden</translation>
    </message>
    <message>
        <source>install it into the run&apos;s environment (environment.venv or environment.conda); if it is one of your own, `yard check` tells whether .gitignore or code.exclude leaves it behind</source>
        <translation>es in der Umgebung des Laufs installieren (environment.venv oder environment.conda); ob ein eigenes Modul wegen .gitignore oder code.exclude zurückbleibt, sagt `yard check`</translation>
    </message>
    <message>
        <source>another program of the node uses this port, often an earlier run: choose another (MASTER_PORT, --master_port), or 0 for a free one, and resume</source>
        <translation>ein anderes Programm des Knotens verwendet diesen Port, oft ein früherer Lauf: einen anderen wählen (MASTER_PORT, --master_port), oder 0 für einen freien, und fortsetzen</translation>
    </message>
    <message>
        <source>more processes were started than the job has GPUs; set resources.processes_per_node to their number, or request more</source>
        <translation>es wurden mehr Prozesse gestartet, als der Auftrag GPUs hat; resources.processes_per_node auf deren Zahl setzen oder mehr anfordern</translation>
    </message>
    <message>
        <source>another process has the GPU; resume on another node</source>
        <translation>ein anderer Prozess hat die GPU; auf einem anderen Knoten fortsetzen</translation>
    </message>
    <message>
        <source>the GPU of this node is defective; resume on another node, and tell the site</source>
        <translation>die GPU dieses Knotens ist defekt; auf einem anderen Knoten fortsetzen und es der Betreuung melden</translation>
    </message>
    <message>
        <source>a data loading process was killed, often for lack of memory: use fewer workers, or request more memory (resources.memory_gib_per_node)</source>
        <translation>ein Prozess, der Daten lädt, wurde beendet, oft aus Mangel an Arbeitsspeicher: weniger davon verwenden oder mehr Arbeitsspeicher anfordern (resources.memory_gib_per_node)</translation>
    </message>
    <message>
        <source>/dev/shm is too small: use fewer data loading workers, or give the container more shared memory</source>
        <translation>/dev/shm ist zu klein: weniger Prozesse zum Laden der Daten verwenden oder dem Container mehr gemeinsamen Speicher geben</translation>
    </message>
    <message>
        <source>lower the learning rate, or clip gradients</source>
        <translation>die Lernrate senken oder Gradienten begrenzen</translation>
    </message>
    <message>
        <source>set WANDB_API_KEY in environment.variables, or environment.trackers_offline</source>
        <translation>setzen Sie WANDB_API_KEY in environment.variables oder environment.trackers_offline</translation>
    </message>
    <message>
        <source>it asks a question, and a job has no terminal: give the answer as an option or a variable</source>
        <translation>es stellt eine Frage, und ein Auftrag hat kein Terminal: die Antwort als Option oder Variable geben</translation>
    </message>
    <message>
        <source>accept the terms of the model or data set on its page, and set HF_TOKEN in environment.variables</source>
        <translation>die Bedingungen des Modells oder Datensatzes auf seiner Seite annehmen und HF_TOKEN in environment.variables setzen</translation>
    </message>
    <message>
        <source>the hub was asked too often; wait, or download once and name the folder</source>
        <translation>der Hub wurde zu oft gefragt; warten, oder einmal herunterladen und den Ordner nennen</translation>
    </message>
    <message>
        <source>check the name of the model or data set; a folder must be there on the node</source>
        <translation>den Namen des Modells oder Datensatzes prüfen; ein Ordner muss auf dem Knoten vorhanden sein</translation>
    </message>
    <message>
        <source>compute nodes often have no internet: download it on the login node, name its folder, and set HF_HUB_OFFLINE=1</source>
        <translation>Rechenknoten haben oft kein Internet: auf dem Anmeldeknoten herunterladen, den Ordner nennen und HF_HUB_OFFLINE=1 setzen</translation>
    </message>
    <message>
        <source>the file is damaged, cut off or a pointer of git-lfs; fetch it again</source>
        <translation>die Datei ist beschädigt, abgeschnitten oder ein Verweis von git-lfs; noch einmal holen</translation>
    </message>
    <message>
        <source>the checkpoint is of a model of other sizes; name the right folder, or the settings with which it was trained</source>
        <translation>der Checkpoint gehört zu einem Modell anderer Größe; den richtigen Ordner nennen, oder die Einstellungen, mit denen es trainiert wurde</translation>
    </message>
    <message>
        <source>the script has Windows line ends; convert it with dos2unix</source>
        <translation>das Skript hat Zeilenenden von Windows; mit dos2unix umwandeln</translation>
    </message>
    <message>
        <source>this shell does not define `module`: begin the script with #!/bin/bash -l, or read /etc/profile first</source>
        <translation>diese Shell kennt `module` nicht: das Skript mit #!/bin/bash -l beginnen oder zuerst /etc/profile lesen</translation>
    </message>
    <message>
        <source>the site has no such module, or has replaced it; `module avail` lists them</source>
        <translation>es gibt dort kein solches Modul, oder es wurde ersetzt; `module avail` zählt sie auf</translation>
    </message>
    <message>
        <source>conda is not set up in this shell: name the environment in environment.conda, or read its etc/profile.d/conda.sh first</source>
        <translation>conda ist in dieser Shell nicht eingerichtet: die Umgebung in environment.conda nennen oder zuerst ihre Datei etc/profile.d/conda.sh lesen</translation>
    </message>
    <message>
        <source>there is no such conda environment on the node; `conda env list` there lists them</source>
        <translation>auf dem Knoten gibt es keine solche conda-Umgebung; `conda env list` zählt sie dort auf</translation>
    </message>
    <message>
        <source>load its module or activate its environment (environment.modules, environment.conda, environment.venv)</source>
        <translation>sein Modul laden oder seine Umgebung aktivieren (environment.modules, environment.conda, environment.venv)</translation>
    </message>
    <message>
        <source>load the module or environment that it was built with</source>
        <translation>das Modul oder die Umgebung laden, womit es gebaut wurde</translation>
    </message>
    <message>
        <source>it was built for a newer system; load a newer compiler&apos;s module, or use a build for this one</source>
        <translation>es wurde für ein neueres System gebaut; das Modul eines neueren Compilers laden oder eine Fassung für dieses verwenden</translation>
    </message>
    <message>
        <source>two packages do not fit together; install or build them again in one environment</source>
        <translation>zwei Pakete passen nicht zueinander; in einer Umgebung neu installieren oder bauen</translation>
    </message>
    <message>
        <source>the installed version of this package is not the one that the program was written for</source>
        <translation>die installierte Version dieses Pakets ist nicht die, für die das Programm geschrieben wurde</translation>
    </message>
    <message>
        <source>it was built for another processor, or lacks its first line with #!</source>
        <translation>es wurde für einen anderen Prozessor gebaut, oder ihm fehlt die erste Zeile mit #!</translation>
    </message>
    <message>
        <source>check the path of the container image, and that the node sees it</source>
        <translation>den Pfad des Container-Abbilds prüfen, und ob der Knoten es sieht</translation>
    </message>
    <message>
        <source>a folder that the container should see is not there on the node</source>
        <translation>ein Ordner, den der Container sehen soll, ist auf dem Knoten nicht vorhanden</translation>
    </message>
    <message>
        <source>srun asks for more than the job has; compare its options with the job&apos;s</source>
        <translation>srun fordert mehr, als der Auftrag hat; seine Optionen mit denen des Auftrags vergleichen</translation>
    </message>
    <message>
        <source>a variable has no value in the job: set it in environment.variables</source>
        <translation>eine Variable hat im Auftrag keinen Wert: in environment.variables setzen</translation>
    </message>
    <message>
        <source>the script is not complete there; `bash -n` finds the place</source>
        <translation>das Skript ist dort nicht vollständig; `bash -n` findet die Stelle</translation>
    </message>
    <message>
        <source>check the program&apos;s arguments</source>
        <translation>die Argumente des Programms prüfen</translation>
    </message>
    <message>
        <source>raise `ulimit -n`, use fewer data loading workers, or share tensors by the file system</source>
        <translation>`ulimit -n` erhöhen, weniger Prozesse zum Laden der Daten verwenden oder Tensoren über das Dateisystem teilen</translation>
    </message>
    <message>
        <source>the account may start no more processes or threads there: use fewer workers, or raise `ulimit -u`</source>
        <translation>das Konto darf dort keine weiteren Prozesse oder Threads starten: weniger davon verwenden oder `ulimit -u` erhöhen</translation>
    </message>
    <message>
        <source>the file system failed; resume, and tell the site if it fails again</source>
        <translation>das Dateisystem hat versagt; fortsetzen und es der Betreuung melden, wenn es wieder versagt</translation>
    </message>
    <message>
        <source>check who may read, write or execute it (chmod u+x for a program)</source>
        <translation>prüfen, wer es lesen, schreiben oder ausführen darf (chmod u+x für ein Programm)</translation>
    </message>
    <message>
        <source>{error} (last output: {last})</source>
        <translation>{error} (letzte Ausgabe: {last})</translation>
    </message>
    <message>
        <source>{path} is read-only; save under another name, or allow writing (chmod u+w)</source>
        <translation>{path} ist schreibgeschützt; unter anderem Namen speichern oder Schreiben erlauben (chmod u+w)</translation>
    </message>
    <message>
        <source>check the paths in command.arguments</source>
        <translation>die Pfade in command.arguments prüfen</translation>
    </message>
    <message>
        <source>Asked to stop by {signal}; signaling the ranks</source>
        <translation>Durch {signal} zum Anhalten aufgefordert; die Ränge erfahren es</translation>
    </message>
    <message>
        <source>Cancelled: {how}; resume it to continue from its last checkpoint, if there is one</source>
        <translation>Abgebrochen: {how}; Fortsetzen geht vom letzten Sicherungspunkt, falls es einen gibt, weiter</translation>
    </message>
    <message>
        <source>The time limit was reached: {how}; resume it to continue from its last checkpoint, if there is one</source>
        <translation>Die Zeitgrenze war erreicht: {how}; Fortsetzen geht vom letzten Sicherungspunkt, falls es einen gibt, weiter</translation>
    </message>
    <message>
        <source>The run was stopped {seconds} s before its time limit so that it could save: {how}; resume it to continue from its last checkpoint, if there is one</source>
        <translation>Der Lauf wurde {seconds} s vor seiner Zeitgrenze angehalten, damit er sichern kann: {how}; Fortsetzen geht vom letzten Sicherungspunkt, falls es einen gibt, weiter</translation>
    </message>
    <message>
        <source>The run was asked to stop ({signal}): {how}; resume it to continue from its last checkpoint, if there is one</source>
        <translation>Der Lauf wurde zum Anhalten aufgefordert ({signal}): {how}; Fortsetzen geht vom letzten Sicherungspunkt, falls es einen gibt, weiter</translation>
    </message>
    <message>
        <source>A later attempt of this run has started elsewhere: {how}</source>
        <translation>Ein späterer Versuch dieses Laufs hat anderswo begonnen: {how}</translation>
    </message>
    <message>
        <source>it did not stop within {seconds} s and was killed</source>
        <translation>er hielt nicht binnen {seconds} s an und wurde gewaltsam beendet</translation>
    </message>
    <message>
        <source>stopping it failed: {why}</source>
        <translation>beim Anhalten ging etwas schief: {why}</translation>
    </message>
    <message>
        <source>it stopped cleanly</source>
        <translation>er hielt geordnet an</translation>
    </message>
    <message>
        <source>it exited with code {exit_code}</source>
        <translation>er endete mit dem Endwert {exit_code}</translation>
    </message>
    <message>
        <source>The time limit was reached</source>
        <translation>Die Zeitgrenze war erreicht</translation>
    </message>
    <message>
        <source>A node was lost</source>
        <translation>Ein Knoten ging verloren</translation>
    </message>
    <message>
        <source>{why}; the job is requeued and continues from step {step}</source>
        <translation>{why}; der Auftrag wird erneut eingereiht und geht ab Schritt {step} weiter</translation>
    </message>
    <message>
        <source>{why}, and the last {attempts} attempts did not get past step {step}, so the job is not requeued; request more time (resources.time_limit) or save more often (checkpoint.every_steps)</source>
        <translation>{why}, und die letzten {attempts} Versuche kamen nicht über Schritt {step} hinaus, deshalb wird der Auftrag nicht erneut eingereiht; mehr Zeit anfordern (resources.time_limit) oder öfter sichern (checkpoint.every_steps)</translation>
    </message>
    <message>
        <source>The scheduler did not requeue job {job}: {words}; resume the run</source>
        <translation>Der Scheduler hat Auftrag {job} nicht erneut eingereiht: {words}; den Lauf fortsetzen</translation>
    </message>
    <message>
        <source>Node {node} was lost: {why}; check the health of the node and resume</source>
        <translation>Knoten {node} ging verloren: {why}; den Zustand des Knotens prüfen und fortsetzen</translation>
    </message>
    <message>
        <source>{why} (The scheduler said: {words})</source>
        <translation>{why} (Der Scheduler sagte: {words})</translation>
    </message>
    <message>
        <source>its agent is gone</source>
        <translation>sein Agent ist nicht mehr da</translation>
    </message>
    <message>
        <source>the connection to its agent broke ({problem})</source>
        <translation>die Verbindung zu seinem Agenten brach ab ({problem})</translation>
    </message>
    <message>
        <source>it sent an invalid message</source>
        <translation>er schickte etwas, das keine Nachricht eines Agenten ist</translation>
    </message>
    <message>
        <source>nothing was received from it for {seconds} s</source>
        <translation>seit {seconds} s kam nichts mehr von ihm</translation>
    </message>
    <message>
        <source>not a message of an agent</source>
        <translation>das ist keine Nachricht eines Agenten</translation>
    </message>
    <message>
        <source>node {node} lost the coordinator of the run: {why}</source>
        <translation>Knoten {node} hat den Koordinator des Laufs verloren: {why}</translation>
    </message>
    <message>
        <source>node {node} cannot reach the coordinator of the run at {endpoint} ({problem})</source>
        <translation>Knoten {node} erreicht den Koordinator des Laufs unter {endpoint} nicht ({problem})</translation>
    </message>
    <message>
        <source>node is started by the scheduler for the agent that runs the job; start that agent with yard-agent run --scheduler NAME</source>
        <translation>node wird vom Scheduler für den Agenten gestartet, der den Auftrag ausführt; diesen mit yard-agent run --scheduler NAME starten</translation>
    </message>
    <message>
        <source>The agent on node {node} ended before the run started ({words}); check the health of the node and resume</source>
        <translation>Der Agent auf Knoten {node} endete, bevor der Lauf begann ({words}); den Zustand des Knotens prüfen und fortsetzen</translation>
    </message>
    <message>
        <source>Node {node} does not see {path}; choose a base folder that all nodes share, or leave the node out (resources.extra_directives: [--exclude={node}])</source>
        <translation>Knoten {node} sieht {path} nicht; einen Basisordner wählen, den alle Knoten teilen, oder den Knoten auslassen (resources.extra_directives: [--exclude={node}])</translation>
    </message>
    <message>
        <source>Node {node} cannot run {path} ({problem}); choose a base folder that all nodes share, or leave the node out (resources.extra_directives: [--exclude={node}])</source>
        <translation>Knoten {node} kann {path} nicht ausführen ({problem}); einen Basisordner wählen, den alle Knoten teilen, oder den Knoten auslassen (resources.extra_directives: [--exclude={node}])</translation>
    </message>
    <message>
        <source>The agents on the nodes cannot be started: {why}</source>
        <translation>Die Agenten der Knoten lassen sich nicht starten: {why}</translation>
    </message>
    <message>
        <source>Only {ready} of {nodes} nodes are ready after {seconds} s; check the health of the nodes and resume ({said})</source>
        <translation>Nach {seconds} s sind nur {ready} von {nodes} Knoten bereit; den Zustand der Knoten prüfen und fortsetzen ({said})</translation>
    </message>
    <message>
        <source>The scheduler does not answer; starting the agents on the nodes again</source>
        <translation>Der Scheduler antwortet nicht; die Agenten der Knoten werden erneut gestartet</translation>
    </message>
    <message>
        <source>The scheduler ended the agents on the nodes before the run started (exit code {exit_code}); check the health of the nodes and resume ({said})</source>
        <translation>Der Scheduler hat die Agenten der Knoten beendet, bevor der Lauf begann (Endwert: {exit_code}); den Zustand der Knoten prüfen und fortsetzen ({said})</translation>
    </message>
    <message>
        <source>The scheduler ended the agents on the nodes (exit code {exit_code}); the ranks are told to save ({said})</source>
        <translation>Der Scheduler hat die Agenten der Knoten beendet (Endwert: {exit_code}); die Ränge werden zum Sichern aufgefordert ({said})</translation>
    </message>
    <message>
        <source>Node {node} does not see {folder}; choose a base folder that all nodes share</source>
        <translation>Knoten {node} sieht {folder} nicht; einen Basisordner wählen, den alle Knoten teilen</translation>
    </message>
    <message>
        <source>Node {node} cannot write to {folder} ({problem}); check its permissions and free space</source>
        <translation>Knoten {node} kann in {folder} nicht schreiben ({problem}); dort Rechte und freien Platz prüfen</translation>
    </message>
    <message>
        <source>Node {node} has {found} of the {wanted} requested GPUs; check resources.gpus_per_node and the partition</source>
        <translation>Knoten {node} hat {found} der {wanted} angeforderten GPUs; resources.gpus_per_node und die Partition prüfen</translation>
    </message>
    <message>
        <source>Node {node} gives slices of GPUs (MIG) to {processes} processes, which cannot train together; set resources.gpus_per_node to 1, or request whole GPUs</source>
        <translation>Knoten {node} gibt {processes} Prozessen Teile von GPUs (MIG), die nicht zusammen trainieren können; setzen Sie resources.gpus_per_node auf 1, oder fordern Sie ganze GPUs an</translation>
    </message>
    <message>
        <source>Node {node} gives {cores} CPU cores to {processes} processes; raise resources.cpus_per_process, or lower resources.processes_per_node</source>
        <translation>Knoten {node} gibt {processes} Prozessen {cores} CPU-Kerne; erhöhen Sie resources.cpus_per_process, oder verringern Sie resources.processes_per_node</translation>
    </message>
    <message>
        <source>On node {node}: {why}</source>
        <translation>Auf Knoten {node}: {why}</translation>
    </message>
    <message>
        <source>On node {node}: {path}: {why}</source>
        <translation>Auf Knoten {node}: {path}: {why}</translation>
    </message>
    <message>
        <source>On node {node} engine preflight exited with code {exit_code}; {said}</source>
        <translation>Auf Knoten {node} endete engine preflight mit dem Endwert {exit_code}; {said}</translation>
    </message>
    <message>
        <source>No python3 or python is in PATH; set the run&apos;s environment (environment.venv or environment.conda)</source>
        <translation>Weder python3 noch python ist im PATH; die Umgebung des Laufs angeben (environment.venv oder environment.conda)</translation>
    </message>
    <message>
        <source>The Python &apos;{program}&apos; was not found; set the run&apos;s environment (environment.venv or environment.conda)</source>
        <translation>Das Python „{program}“ wurde nicht gefunden; die Umgebung des Laufs angeben (environment.venv oder environment.conda)</translation>
    </message>
    <message>
        <source>The program &apos;{program}&apos; was not found in {folder}; check command.program and code.source</source>
        <translation>Das Programm „{program}“ wurde in {folder} nicht gefunden; command.program und code.source prüfen</translation>
    </message>
    <message>
        <source>The program &apos;{program}&apos; was not found or is not executable (searched from {folder} and in PATH); check its name</source>
        <translation>Das Programm „{program}“ wurde nicht gefunden oder ist nicht ausführbar (gesucht von {folder} aus und im PATH); seinen Namen prüfen</translation>
    </message>
    <message>
        <source>The program &apos;{program}&apos; was not found or is not executable (searched from {folder}); check its name</source>
        <translation>Das Programm „{program}“ wurde nicht gefunden oder ist nicht ausführbar (gesucht von {folder} aus); seinen Namen prüfen</translation>
    </message>
    <message>
        <source>The program &apos;{program}&apos; cannot be started in {folder}: {problem}</source>
        <translation>Das Programm „{program}“ lässt sich in {folder} nicht starten: {problem}</translation>
    </message>
    <message>
        <source>The program &apos;{program}&apos; cannot be started because no pipe could be created: {problem}</source>
        <translation>Das Programm „{program}“ lässt sich ohne Pipe nicht starten: {problem}</translation>
    </message>
    <message>
        <source>The program &apos;{program}&apos; cannot be started: {problem}</source>
        <translation>Das Programm „{program}“ lässt sich nicht starten: {problem}</translation>
    </message>
    <message>
        <source>The live stream cannot listen on {address} port {port} ({problem}); omit --port to use a free one</source>
        <translation>Für die laufenden Werte lässt sich an {address}, Port {port}, nicht lauschen ({problem}); --port weglassen, dann wird ein freier gewählt</translation>
    </message>
    <message>
        <source>Cannot listen on {address} for the agents on the nodes ({problem}); give an address of this node with --address</source>
        <translation>Für die Agenten der Knoten lässt sich an {address} nicht lauschen ({problem}); mit --address eine Adresse dieses Knotens angeben</translation>
    </message>
    <message>
        <source>Port {port} for the ranks cannot be used on this machine ({problem}); omit MASTER_PORT to use a free one</source>
        <translation>Port {port} für die Ränge ist auf diesem Rechner nicht nutzbar ({problem}); MASTER_PORT weglassen, dann wird ein freier gewählt</translation>
    </message>
    <message>
        <source>The run folder {folder} does not exist; give a run folder with --run-dir</source>
        <translation>Den Laufordner {folder} gibt es nicht; mit --run-dir den Ordner eines Laufs angeben</translation>
    </message>
    <message>
        <source>The run folder {folder} is already in use by the agent with PID {pid}; wait for it to end or cancel that run first</source>
        <translation>Den Laufordner {folder} nutzt schon der Agent mit der pid {pid}; sein Ende abwarten oder zuerst jenen Lauf abbrechen</translation>
    </message>
    <message>
        <source>The run folder {folder} is already in use by an agent elsewhere; wait for it to end or cancel that run first</source>
        <translation>Den Laufordner {folder} nutzt schon ein Agent anderswo; sein Ende abwarten oder zuerst jenen Lauf abbrechen</translation>
    </message>
    <message>
        <source>The run folder {folder} is not writable ({problem}); check its owner, permissions and free space</source>
        <translation>Der Laufordner {folder} lässt sich nicht beschreiben ({problem}); Besitzer, Rechte und freien Platz prüfen</translation>
    </message>
    <message>
        <source>{file} is not a JSON object</source>
        <translation>{file} ist kein JSON-Objekt</translation>
    </message>
    <message>
        <source>Cannot create a private folder in $TMPDIR, /tmp or /dev/shm ({problem}); free some space there or set TMPDIR to a local folder</source>
        <translation>In $TMPDIR, /tmp und /dev/shm lässt sich kein privater Ordner anlegen ({problem}); dort Platz schaffen oder TMPDIR auf einen lokalen Ordner setzen</translation>
    </message>
    <message>
        <source>Cannot create the FIFO {file} ({problem}); set TMPDIR to a local folder</source>
        <translation>Die FIFO {file} lässt sich nicht anlegen ({problem}); TMPDIR auf einen lokalen Ordner setzen</translation>
    </message>
    <message>
        <source>job {job} has already completed this run; the scheduler started it a second time, so there is nothing to do</source>
        <translation>Auftrag {job} hat diesen Lauf schon abgeschlossen; der Scheduler hat das vergessen und ihn erneut gestartet, deshalb geschieht nichts</translation>
    </message>
    <message>
        <source>Cannot create {file} ({problem}); check permissions and free space of the run folder</source>
        <translation>{file} lässt sich nicht anlegen ({problem}); Rechte und freien Platz des Laufordners prüfen</translation>
    </message>
    <message>
        <source>the file system did not accept the last events of {folder}</source>
        <translation>das Dateisystem hat die letzten Ereignisse von {folder} nicht angenommen</translation>
    </message>
    <message>
        <source>{count} events are missing: the file system did not accept them</source>
        <translation>{count} Ereignisse fehlen: Das Dateisystem hat sie nicht angenommen</translation>
    </message>
    <message>
        <source>Skipped so far in TRAINYARD_EVENTS: {count} lines that were not events, of a kind that programs may not send, or over 4096 bytes</source>
        <translation>In TRAINYARD_EVENTS bisher übergangen: {count} Zeilen, die keine Ereignisse waren, von einer Art, die Programme nicht schicken dürfen, oder über 4096 Bytes lang</translation>
    </message>
    <message>
        <source>Cannot create output files in {folder} ({problem}); check permissions, free space and the limit on open files</source>
        <translation>In {folder} lassen sich keine Ausgabedateien anlegen ({problem}); Rechte, freien Platz und die Grenze offener Dateien prüfen</translation>
    </message>
    <message>
        <source>About {bytes} bytes of output are missing from the logs: the file system did not accept them, so its disk or your quota may be full</source>
        <translation>Etwa {bytes} Bytes der Ausgabe fehlen in den Protokollen: Das Dateisystem hat sie nicht angenommen, der Datenträger oder das Kontingent ist vielleicht voll</translation>
    </message>
    <message>
        <source>Skipped so far when reading metrics: {count} lines of output over {limit} bytes; print shorter ones, or send points through TRAINYARD_EVENTS</source>
        <translation>Bisher nicht auf Metriken gelesen: {count} Zeilen der Ausgabe über {limit} Bytes; kürzere ausgeben oder Punkte über TRAINYARD_EVENTS schicken</translation>
    </message>
    <message>
        <source>trainer_state.json has no log_history</source>
        <translation>trainer_state.json enthält keine log_history</translation>
    </message>
    <message>
        <source>{problem}; see yard-agent run --help</source>
        <translation>{problem}; siehe yard-agent run --help</translation>
    </message>
    <message>
        <source>missing PROGRAM after --; see yard-agent run --help</source>
        <translation>nach -- fehlt PROGRAM; siehe yard-agent run --help</translation>
    </message>
    <message>
        <source>--nodes needs --scheduler; see yard-agent run --help</source>
        <translation>--nodes braucht --scheduler; siehe yard-agent run --help</translation>
    </message>
    <message>
        <source>--address must be a numeric IP address, not &apos;{address}&apos;</source>
        <translation>--address muss eine Adresse in Zahlen sein, nicht „{address}“</translation>
    </message>
    <message>
        <source>missing command: run; see yard-agent --help</source>
        <translation>ein Befehl fehlt: run; siehe yard-agent --help</translation>
    </message>
    <message>
        <source>&apos;{host}&apos; could not be reached: {why}</source>
        <translation>„{host}“ war nicht zu erreichen: {why}</translation>
    </message>
    <message>
        <source>&apos;{host}&apos; cannot be used: {why}</source>
        <translation>„{host}“ ist nicht nutzbar: {why}</translation>
    </message>
    <message>
        <source>&apos;{host}&apos; cannot be logged in to again automatically: {why}; connect again</source>
        <translation>Bei „{host}“ ist eine erneute Anmeldung von selbst nicht möglich: {why}; neu verbinden</translation>
    </message>
    <message>
        <source>{what} was not run: the account&apos;s login shell there exited with code {exit_code} and said: {said}; correct its startup files, or ask the site</source>
        <translation>{what} lief nicht: Die Anmelde-Shell des Kontos dort endete mit dem Endwert {exit_code} und sagte: {said}; ihre Startdateien berichtigen oder die Verwalter fragen</translation>
    </message>
    <message>
        <source>stopped before it was finished</source>
        <translation>vor dem Ende angehalten</translation>
    </message>
    <message>
        <source>no connection to {addresses}, port {port}: {problem}; check host name, port and network</source>
        <translation>keine Verbindung zu {addresses}, Port {port}: {problem}; Rechnername, Port und Netz prüfen</translation>
    </message>
    <message>
        <source>resolving {address} timed out; check the network</source>
        <translation>der Name {address} wurde nicht rechtzeitig gefunden; das Netz prüfen</translation>
    </message>
    <message>
        <source>could not resolve host {address}; check its spelling and the network</source>
        <translation>ein Rechner {address} ist nicht bekannt; Schreibweise und Netz prüfen</translation>
    </message>
    <message>
        <source>the server at this port did not identify itself as an ssh server: {said}</source>
        <translation>der Server an diesem Port grüßte nicht so, wie ssh es tut: {said}</translation>
    </message>
    <message>
        <source>timed out</source>
        <translation>keine rechtzeitige Antwort</translation>
    </message>
    <message>
        <source>the login was stopped</source>
        <translation>die Anmeldung wurde abgebrochen</translation>
    </message>
    <message>
        <source>it was disconnected; connect again</source>
        <translation>die Verbindung wurde getrennt; neu verbinden</translation>
    </message>
    <message>
        <source>the server closed the connection: {said}</source>
        <translation>der Server hat die Anmeldung beendet: {said}</translation>
    </message>
    <message>
        <source>the session was closed on this side</source>
        <translation>die Sitzung wurde hier beendet</translation>
    </message>
    <message>
        <source>the connection was lost: {said}</source>
        <translation>die Verbindung ging verloren: {said}</translation>
    </message>
    <message>
        <source>it has not answered for {seconds} s</source>
        <translation>seit {seconds} s keine Antwort</translation>
    </message>
    <message>
        <source>the host ended the session of {what} without an exit code</source>
        <translation>{what} endete ohne Endwert, weil der Rechner die Sitzung beendete</translation>
    </message>
    <message>
        <source>its host key is no longer known</source>
        <translation>sein Rechnerschlüssel ist nicht mehr bekannt</translation>
    </message>
    <message>
        <source>the passphrase of {file} is required</source>
        <translation>die Passphrase von {file} wird gebraucht</translation>
    </message>
    <message>
        <source>the host key of {address}, port {port} is marked as revoked ({type} {fingerprint}; {file}, line {line}): it was stolen or withdrawn; ask the host&apos;s administrators</source>
        <translation>der Rechnerschlüssel von {address}, Port {port}, ist als widerrufen vermerkt ({type} {fingerprint}; {file}, Zeile {line}): Er wurde gestohlen oder zurückgezogen; die Verwalter des Rechners fragen</translation>
    </message>
    <message>
        <source>the host key of {address}, port {port} has changed: either the host was reinstalled, or someone is intercepting the connection; known: {known_type} {known} ({file}, line {line}); received: {type} {fingerprint}; if its administrators confirm the new key: ssh-keygen -R &apos;{name}&apos; -f &apos;{file}&apos;, then connect again</source>
        <translation>der Rechnerschlüssel von {address}, Port {port}, hat sich geändert: Entweder wurde der Rechner neu eingerichtet, oder jemand hat sich dazwischengeschaltet; bekannt: {known_type} {known} ({file}, Zeile {line}); gezeigt: {type} {fingerprint}; wenn die Verwalter den neuen Schlüssel bestätigen: ssh-keygen -R &apos;{name}&apos; -f &apos;{file}&apos;, dann neu verbinden</translation>
    </message>
    <message>
        <source>{address}, port {port} presents a host key of a different type than the known one: either the host was reinstalled, or someone is intercepting the connection; known: {known_type} {known} ({file}, line {line}); received: {type} {fingerprint}; if its administrators confirm the new key: ssh-keygen -R &apos;{name}&apos; -f &apos;{file}&apos;, then connect again</source>
        <translation>{address}, Port {port}, zeigt einen Rechnerschlüssel anderer Art als den bekannten: Entweder wurde der Rechner neu eingerichtet, oder jemand hat sich dazwischengeschaltet; bekannt: {known_type} {known} ({file}, Zeile {line}); gezeigt: {type} {fingerprint}; wenn die Verwalter den neuen Schlüssel bestätigen: ssh-keygen -R &apos;{name}&apos; -f &apos;{file}&apos;, dann neu verbinden</translation>
    </message>
    <message>
        <source>the host key {fingerprint} of {address}, port {port} was not trusted</source>
        <translation>dem Rechnerschlüssel {fingerprint} von {address}, Port {port}, wurde nicht vertraut</translation>
    </message>
    <message>
        <source>the host key of {address}, port {port} is not known ({type} {fingerprint}), and the ssh configuration has StrictHostKeyChecking yes; add the key to known_hosts</source>
        <translation>der Rechnerschlüssel von {address}, Port {port}, ist nicht bekannt ({type} {fingerprint}), und in der ssh-Konfiguration steht StrictHostKeyChecking yes; den Schlüssel in known_hosts eintragen</translation>
    </message>
    <message>
        <source>the host key of {address}, port {port} is not known ({type} {fingerprint}), and the ssh configuration has StrictHostKeyChecking yes; host certificates, for which {file}, line {line} has an authority, are not checked here: add the key itself to known_hosts</source>
        <translation>der Rechnerschlüssel von {address}, Port {port}, ist nicht bekannt ({type} {fingerprint}), und in der ssh-Konfiguration steht StrictHostKeyChecking yes; Zertifikate von Rechnern, für die {file}, Zeile {line}, eine Stelle nennt, werden hier nicht geprüft: den Schlüssel selbst in known_hosts eintragen</translation>
    </message>
    <message>
        <source>{option} of the ssh configuration cannot be used; remove or correct it</source>
        <translation>{option} der ssh-Konfiguration ist nicht nutzbar; entfernen oder berichtigen</translation>
    </message>
    <message>
        <source>the passphrase of {file} was wrong {tries} times</source>
        <translation>die Passphrase von {file} war {tries}-mal falsch</translation>
    </message>
    <message>
        <source>no passphrase was given for {file}</source>
        <translation>für {file} wurde keine Passphrase angegeben</translation>
    </message>
    <message>
        <source>{user}@{address}, port {port}, allowed only some of the keys to be tried; set the right one with IdentityFile and IdentitiesOnly yes in the ssh configuration</source>
        <translation>{user}@{address}, Port {port}, ließ nur einige der Schlüssel versuchen; den richtigen mit IdentityFile und IdentitiesOnly yes in der ssh-Konfiguration angeben</translation>
    </message>
    <message>
        <source>{user}@{address}, port {port}, does not accept keys, only: {methods}; ask the site how to log in with a key or a certificate</source>
        <translation>{user}@{address}, Port {port}, nimmt keine Schlüssel an, nur: {methods}; die Verwalter fragen, wie die Anmeldung mit einem Schlüssel oder Zertifikat geht</translation>
    </message>
    <message>
        <source>{user}@{address}, port {port}, refused the login; it accepts: {methods}; there was no agent and no identity file to try: check IdentityFile in the ssh configuration</source>
        <translation>{user}@{address}, Port {port}, wies die Anmeldung ab; angenommen wird: {methods}; weder ein Agent noch eine Schlüsseldatei war zum Versuchen da: IdentityFile in der ssh-Konfiguration prüfen</translation>
    </message>
    <message>
        <source>{user}@{address}, port {port}, refused the login; it accepts: {methods}; tried: {tried}; check User and IdentityFile in the ssh configuration, and that the key is in the account&apos;s authorized_keys</source>
        <translation>{user}@{address}, Port {port}, wies die Anmeldung ab; angenommen wird: {methods}; versucht: {tried}; User und IdentityFile in der ssh-Konfiguration prüfen, und ob der Schlüssel in authorized_keys des Kontos steht</translation>
    </message>
    <message>
        <source>{what}</source>
        <translation>{what}</translation>
    </message>
    <message>
        <source>{what} (locked by a passphrase)</source>
        <translation>{what} (durch eine Passphrase gesperrt)</translation>
    </message>
    <message>
        <source>{what} (cannot be read as a private key)</source>
        <translation>{what} (nicht als privater Schlüssel lesbar)</translation>
    </message>
    <message>
        <source>the keys of the agent at {what}</source>
        <translation>die Schlüssel des Agenten unter {what}</translation>
    </message>
    <message>
        <source>the agent at {what} (no answer)</source>
        <translation>der Agent unter {what} (er antwortet nicht)</translation>
    </message>
    <message>
        <source>{before}, {next}</source>
        <translation>{before}, {next}</translation>
    </message>
    <message>
        <source>it does not open a session for a command; ask its administrators about MaxSessions</source>
        <translation>keine Sitzung für einen Befehl wird geöffnet; die Verwalter des Rechners nach MaxSessions fragen</translation>
    </message>
    <message>
        <source>it does not run commands over ssh ({said})</source>
        <translation>Befehle über ssh werden dort nicht ausgeführt ({said})</translation>
    </message>
    <message>
        <source>{path} could not be read ({problem}), so no host key can be checked; make it readable</source>
        <translation>{path} ließ sich nicht lesen ({problem}), deshalb kann kein Rechnerschlüssel geprüft werden; die Datei lesbar machen</translation>
    </message>
    <message>
        <source>{path} is a binary list of revoked keys, which is not supported; set RevokedHostKeys to a list with one public key per line</source>
        <translation>{path} ist eine binäre Liste widerrufener Schlüssel, die hier nicht gelesen wird; in RevokedHostKeys eine Liste mit einem öffentlichen Schlüssel je Zeile angeben</translation>
    </message>
    <message>
        <source>{path}, line {line}, is not a host key and was skipped</source>
        <translation>{path}, Zeile {line}, ist kein Rechnerschlüssel und wurde übergangen</translation>
    </message>
    <message>
        <source>{path}, line {line}, has a certificate authority for this host: host certificates are not checked here, only the host&apos;s own key</source>
        <translation>{path}, Zeile {line}, nennt eine Zertifizierungsstelle für diesen Rechner: Zertifikate von Rechnern werden hier nicht geprüft, wohl aber der eigene Schlüssel des Rechners</translation>
    </message>
    <message>
        <source>could not append to {path}: {problem}</source>
        <translation>{path} ließ sich nicht ergänzen: {problem}</translation>
    </message>
    <message>
        <source>the ssh configuration cannot be used: {why}</source>
        <translation>die ssh-Konfiguration ist nicht nutzbar: {why}</translation>
    </message>
    <message>
        <source>{path} cannot be read: {problem}; correct the path, or add the target again with the right file</source>
        <translation>{path} lässt sich nicht lesen: {problem}; den Pfad berichtigen oder das Ziel mit der vorhandenen Datei neu hinzufügen</translation>
    </message>
    <message>
        <source>{path}, line {line}, has no valid value for {keyword}</source>
        <translation>{path}, Zeile {line}, hat keinen lesbaren Wert für {keyword}</translation>
    </message>
    <message>
        <source>{path}, line {line}, includes files more than {levels} levels deep</source>
        <translation>{path}, Zeile {line}, bindet Dateien über mehr als {levels} Ebenen ein</translation>
    </message>
    <message>
        <source>it has &apos;{value}&apos; as the port for &apos;{host}&apos;</source>
        <translation>für „{host}“ gibt sie „{value}“ als Port an</translation>
    </message>
    <message>
        <source>it has &apos;{value}&apos; as StrictHostKeyChecking for &apos;{host}&apos;; write ask, yes or accept-new</source>
        <translation>für „{host}“ gibt sie „{value}“ als StrictHostKeyChecking an; ask, yes oder accept-new schreiben</translation>
    </message>
    <message>
        <source>&apos;{host}&apos; is not a host name</source>
        <translation>„{host}“ ist kein Rechnername</translation>
    </message>
    <message>
        <source>{path}, line {line}: &apos;Match {condition}&apos; is not evaluated, and its block is ignored</source>
        <translation>{path}, Zeile {line}: „Match {condition}“ wird nicht ausgewertet, und was darunter steht, bleibt weg</translation>
    </message>
    <message>
        <source>{path}, line {line}: {keyword} is not run; host keys are read only from files</source>
        <translation>{path}, Zeile {line}: {keyword} wird nicht ausgeführt; Rechnerschlüssel werden nur aus Dateien gelesen</translation>
    </message>
    <message>
        <source>&apos;{keyword} {list}&apos; changes a default list and is ignored</source>
        <translation>„{keyword} {list}“ ändert eine vorgegebene Liste und bleibt weg</translation>
    </message>
    <message>
        <source>&apos;StrictHostKeyChecking {value}&apos; is treated as accept-new: a changed host key is still refused</source>
        <translation>„StrictHostKeyChecking {value}“ gilt als accept-new: Ein geänderter Rechnerschlüssel wird trotzdem abgewiesen</translation>
    </message>
    <message>
        <source>this program&apos;s script for clusters is missing; reinstall it</source>
        <translation>diesem Programm fehlt sein Skript für Cluster; es neu installieren</translation>
    </message>
    <message>
        <source>the login node accepted commands but answered nothing; the login shell&apos;s startup files there (~/.bashrc, ~/.profile) must not read standard input</source>
        <translation>der Anmeldeknoten nahm Befehle an und antwortete nichts; eine Startdatei der Anmelde-Shell dort (~/.bashrc, ~/.profile) darf deren Eingabe nicht lesen</translation>
    </message>
    <message>
        <source>the login node could not be queried: {said}; log in by hand and check the startup files of the login shell</source>
        <translation>der Anmeldeknoten ließ sich nicht fragen, was er hat: {said}; von Hand anmelden und die Startdateien der Anmelde-Shell ansehen</translation>
    </message>
    <message>
        <source>rsync, which transfers files, was not found on {host}; ask the site to install it, or add its folder to PATH in your login shell&apos;s startup files</source>
        <translation>auf {host} gibt es kein rsync, mit dem Dateien reisen; den Betreiber um die Installation bitten, oder seinen Ordner in den Dateien der Anmelde-Shell in PATH aufnehmen</translation>
    </message>
    <message>
        <source>neither Slurm nor PBS was found on {host}: sinfo and qstat are not in the PATH of a login shell; choose a login node of the cluster, or load the scheduler in your login shell&apos;s startup files</source>
        <translation>auf {host} gibt es weder Slurm noch PBS: sinfo und qstat sind nicht im PATH einer Anmelde-Shell; einen Anmeldeknoten des Clusters wählen, oder den Scheduler in den Dateien der Anmelde-Shell laden</translation>
    </message>
    <message>
        <source>{host}: {why}</source>
        <translation>{host}: {why}</translation>
    </message>
    <message>
        <source>the base folder {path} on {host} is not writable ({problem}); {advice}</source>
        <translation>der Basisordner {path} ist auf {host} nicht beschreibbar ({problem}); {advice}</translation>
    </message>
    <message>
        <source>another account could replace what your jobs execute: {why}; choose a base folder that only you may write, with folders above it that only you or root may write</source>
        <translation>ein anderes Konto könnte ersetzen, was Ihre Aufträge ausführen: {why}; einen Basisordner wählen, in den nur Sie schreiben dürfen, mit Ordnern darüber, in die nur Sie oder root schreiben dürfen</translation>
    </message>
    <message>
        <source>{path} belongs to the account {name}</source>
        <translation>{path} gehört dem Konto {name}</translation>
    </message>
    <message>
        <source>{path} may be written by the group {name} (chmod g-w closes it)</source>
        <translation>In {path} darf die Gruppe {name} schreiben (chmod g-w schließt es)</translation>
    </message>
    <message>
        <source>{path} may be written by every account (chmod o-w closes it)</source>
        <translation>In {path} darf jedes Konto schreiben (chmod o-w schließt es)</translation>
    </message>
    <message>
        <source>{path} is a link that leads in a circle</source>
        <translation>{path} ist ein Verweis, der im Kreis führt</translation>
    </message>
    <message>
        <source>&apos;{program}&apos; prints more there than any cluster has to say; look at what it prints</source>
        <translation>„{program}“ gibt dort mehr aus, als irgendein Cluster zu sagen hat; ansehen, was es ausgibt</translation>
    </message>
    <message>
        <source>the connection was closed before the server said anything ({said}); a VPN that is not connected, a firewall or too many connections at once do that, and so does a wrong port</source>
        <translation>die Verbindung wurde geschlossen, bevor der Server etwas sagte ({said}); das tun ein nicht verbundenes VPN, eine Firewall oder zu viele Verbindungen zugleich, und auch ein falscher Port</translation>
    </message>
    <message>
        <source>choose another base folder</source>
        <translation>einen anderen Basisordner wählen</translation>
    </message>
    <message>
        <source>free some space there, or choose another base folder</source>
        <translation>dort Platz schaffen, oder einen anderen Basisordner wählen</translation>
    </message>
    <message>
        <source>choose a base folder of your own</source>
        <translation>einen eigenen Ordner als Basisordner wählen</translation>
    </message>
    <message>
        <source>the check job left nothing in the base folder: its node does not see {path} or cannot write to it; choose a base folder that all nodes share ({why})</source>
        <translation>der Prüfauftrag hat nichts im Basisordner hinterlassen: sein Knoten sieht {path} nicht oder darf dort nicht schreiben; einen Basisordner wählen, den alle Knoten teilen ({why})</translation>
    </message>
    <message>
        <source>the check job left nothing in the base folder: node {node} does not see {path} or cannot write to it; choose a base folder that all nodes share ({why})</source>
        <translation>der Prüfauftrag hat nichts im Basisordner hinterlassen: Knoten {node} sieht {path} nicht oder darf dort nicht schreiben; einen Basisordner wählen, den alle Knoten teilen ({why})</translation>
    </message>
    <message>
        <source>{scheduler} {version} on cluster {cluster}, {partitions} partitions</source>
        <translation>{scheduler} {version} auf Cluster {cluster}, Partitionen: {partitions}</translation>
    </message>
    <message>
        <source>The scheduler shows you no partition; ask the site for access</source>
        <translation>Der Scheduler zeigt für dieses Konto keine Partition; den Betreiber um Zugang bitten</translation>
    </message>
    <message>
        <source>the cluster has no accounting: how a job ended is known from the run itself, and from the scheduler only for a few minutes</source>
        <translation>das Cluster führt keine Abrechnung: wie ein Auftrag endete, ist vom Lauf selbst bekannt, vom Scheduler nur für einige Minuten</translation>
    </message>
    <message>
        <source>jobs are not requeued here: resume a run that was preempted or reached its time limit with `yard resume`</source>
        <translation>Aufträge werden hier nicht erneut eingereiht: ein Lauf, der verdrängt wurde oder seine Zeitgrenze erreicht hat, wird mit `yard resume` fortgesetzt</translation>
    </message>
    <message>
        <source>the site forbids port forwarding: curves are read from their file and shown a few seconds late</source>
        <translation>der Betreiber verbietet weitergeleitete Ports: Kurven werden aus ihrer Datei gelesen und einige Sekunden später gezeigt</translation>
    </message>
    <message>
        <source>only {gib} GiB are free in the base folder; checkpoints may not fit</source>
        <translation>im Basisordner sind noch {gib} GiB frei; Sicherungspunkte passen vielleicht nicht hinein</translation>
    </message>
    <message>
        <source>node {node} does not see the base folder; choose one that all nodes share</source>
        <translation>Knoten {node} sieht den Basisordner nicht; einen wählen, den alle Knoten teilen</translation>
    </message>
    <message>
        <source>node {node} cannot write to the base folder; choose another one</source>
        <translation>Knoten {node} kann im Basisordner nicht schreiben; einen anderen wählen</translation>
    </message>
    <message>
        <source>node {node} can read and write the base folder</source>
        <translation>Knoten {node} sieht den Basisordner und kann darin schreiben</translation>
    </message>
    <message>
        <source>node {node}: C library {glibc}, kernel {kernel}, {gpus}, {modules}</source>
        <translation>Knoten {node}: C-Bibliothek {glibc}, Kernel {kernel}, {gpus}, {modules}</translation>
    </message>
    <message>
        <source>{gpus}, driver {driver}</source>
        <translation>{gpus}, Treiber {driver}</translation>
    </message>
    <message>
        <source>no GPU visible to nvidia-smi</source>
        <translation>keine GPU, die nvidia-smi zeigt</translation>
    </message>
    <message>
        <source>modules</source>
        <translation>Module</translation>
    </message>
    <message>
        <source>no modules</source>
        <translation>keine Module</translation>
    </message>
    <message>
        <source>no port of node {node} can be reached from the login node: curves are read from their file and shown a few seconds late</source>
        <translation>kein Port von Knoten {node} ist vom Anmeldeknoten aus erreichbar: Kurven werden aus ihrer Datei gelesen und einige Sekunden später gezeigt</translation>
    </message>
    <message>
        <source>a target name consists of a-z, 0-9, &apos;.&apos;, &apos;_&apos; and &apos;-&apos;, starts with a letter or digit, and is not `here`: {name}</source>
        <translation>der Name eines Ziels besteht aus a-z, 0-9, „.“, „_“ und „-“, beginnt mit Buchstabe oder Ziffer und ist nicht `here`: {name}</translation>
    </message>
    <message>
        <source>{name} is not an absolute path on the target; give a folder of your own, such as /scratch/you/trainyard</source>
        <translation>{name} ist kein absoluter Ordner auf dem Ziel; einen eigenen angeben, etwa /scratch/you/trainyard</translation>
    </message>
    <message>
        <source>target {name} already exists; remove it first or choose another name</source>
        <translation>es gibt schon ein Ziel {name}; dieses zuerst entfernen oder einen anderen Namen wählen</translation>
    </message>
    <message>
        <source>{path} is damaged at byte {byte} ({problem}); correct it, or remove it and add the targets again</source>
        <translation>{path} ist bei Byte {byte} beschädigt ({problem}); die Datei berichtigen, oder sie entfernen und die Ziele neu hinzufügen</translation>
    </message>
    <message>
        <source>{path}: {why}</source>
        <translation>{path}: {why}</translation>
    </message>
    <message>
        <source>&apos;{program}&apos;</source>
        <translation>„{program}“</translation>
    </message>
    <message>
        <source>&apos;{program}&apos; on &apos;{host}&apos;</source>
        <translation>„{program}“ auf „{host}“</translation>
    </message>
    <message>
        <source>the file operation on {path} on &apos;{host}&apos;</source>
        <translation>die Arbeit an {path} auf „{host}“</translation>
    </message>
    <message>
        <source>a login shell on &apos;{host}&apos;</source>
        <translation>eine Anmelde-Shell auf „{host}“</translation>
    </message>
    <message>
        <source>{what} could not be started: {why}</source>
        <translation>{what} ließ sich nicht starten: {why}</translation>
    </message>
    <message>
        <source>cannot change to the folder {folder}</source>
        <translation>der Ordner {folder} lässt sich nicht betreten</translation>
    </message>
    <message>
        <source>it does not exist or is not executable</source>
        <translation>es ist nicht da oder nicht ausführbar</translation>
    </message>
    <message>
        <source>{what} timed out and was stopped</source>
        <translation>{what} endete nicht rechtzeitig und wurde angehalten</translation>
    </message>
    <message>
        <source>{what} printed more than {bytes} bytes</source>
        <translation>{what} hat mehr als {bytes} Byte ausgegeben</translation>
    </message>
    <message>
        <source>{what} has a command line of more than {bytes} bytes</source>
        <translation>{what} hat eine Befehlszeile von mehr als {bytes} Byte</translation>
    </message>
    <message>
        <source>the program on this computer that the command was connected to is gone</source>
        <translation>das Programm dieses Rechners, mit dem der Befehl verbunden war, ist nicht mehr da</translation>
    </message>
    <message>
        <source>the host forbids forwarding to {address}, port {port}</source>
        <translation>der entfernte Rechner verbietet die Weiterleitung zu {address}, Port {port}</translation>
    </message>
    <message>
        <source>nothing is listening at {address}, port {port}, as seen from the host ({said})</source>
        <translation>vom entfernten Rechner aus antwortet nichts an {address}, Port {port} ({said})</translation>
    </message>
    <message>
        <source>no port of this computer could be opened</source>
        <translation>auf diesem Rechner ließ sich kein Port öffnen</translation>
    </message>
    <message>
        <source>{path} is not an absolute path that may be used here</source>
        <translation>{path} ist kein absoluter Pfad, der hier benutzt werden darf</translation>
    </message>
    <message>
        <source>{path} already exists</source>
        <translation>{path} gibt es schon</translation>
    </message>
    <message>
        <source>{path} could not be created: {problem}; check its parent&apos;s permissions and the free space</source>
        <translation>{path} ließ sich nicht anlegen: {problem}; die Rechte des übergeordneten Ordners und den freien Platz prüfen</translation>
    </message>
    <message>
        <source>{path} could not be removed: {problem}</source>
        <translation>{path} ließ sich nicht entfernen: {problem}</translation>
    </message>
    <message>
        <source>{path} belongs to another user; remove it</source>
        <translation>{path} gehört jemand anderem; entfernen</translation>
    </message>
    <message>
        <source>{path} can be entered by others; run chmod 700 on it</source>
        <translation>{path} ist für andere zugänglich; chmod 700 darauf anwenden</translation>
    </message>
    <message>
        <source>rsync cannot be run on this computer; install it</source>
        <translation>rsync lässt sich auf diesem Rechner nicht ausführen; rsync installieren</translation>
    </message>
    <message>
        <source>the rsync on this computer is openrsync, which lacks features that transfers need; install rsync 3.1 or newer and put it first in PATH</source>
        <translation>das rsync dieses Rechners ist openrsync, dem fehlt, was Übertragungen brauchen; rsync 3.1 oder neuer installieren und in PATH an den Anfang stellen</translation>
    </message>
    <message>
        <source>rsync {version} on this computer is too old; install rsync 3.1 or newer and put it first in PATH</source>
        <translation>rsync {version} auf diesem Rechner ist zu alt; rsync 3.1 oder neuer installieren und in PATH an den Anfang stellen</translation>
    </message>
    <message>
        <source>{what}: rsync was not found on the target; install it there or load its module in the login shell&apos;s profile (rsync: {said})</source>
        <translation>{what}: rsync wurde auf dem Ziel nicht gefunden; es dort installieren oder sein Modul im Profil der Anmelde-Shell laden (rsync: {said})</translation>
    </message>
    <message>
        <source>{what}: the two rsync versions are incompatible, or the login shell prints text; the target needs rsync 3.1 or newer and a login shell that prints nothing (rsync: {said})</source>
        <translation>{what}: die beiden rsync verstehen einander nicht; das Ziel braucht rsync 3.1 oder neuer und eine Anmelde-Shell, die nichts ausgibt (rsync: {said})</translation>
    </message>
    <message>
        <source>{what}: a file could not be read or written (rsync: {said})</source>
        <translation>{what}: eine Datei ließ sich nicht lesen oder schreiben (rsync: {said})</translation>
    </message>
    <message>
        <source>{what}: rsync exited with code {exit_code} (rsync: {said})</source>
        <translation>{what}: rsync endete mit {exit_code} (rsync: {said})</translation>
    </message>
    <message>
        <source>{what}: disk full or quota exceeded at {destination}; free some space there, the files transferred so far are kept (rsync: {said})</source>
        <translation>{what}: Datenträger oder Kontingent bei {destination} ist voll; dort Platz schaffen, Angekommenes bleibt erhalten (rsync: {said})</translation>
    </message>
    <message>
        <source>{what}: disk full at {destination} on this computer; free some space, the files transferred so far are kept (rsync: {said})</source>
        <translation>{what}: der Datenträger bei {destination} auf diesem Rechner ist voll; Platz schaffen, Angekommenes bleibt erhalten (rsync: {said})</translation>
    </message>
    <message>
        <source>{what}: rsync does not follow a link that belongs to another user; give the real folder instead (readlink -f {far}) (rsync: {said})</source>
        <translation>{what}: rsync folgt keinem Link, der jemand anderem gehört; stattdessen den wirklichen Ordner nennen (readlink -f {far}) (rsync: {said})</translation>
    </message>
    <message>
        <source>{what}: {source} does not exist on the target (rsync: {said})</source>
        <translation>{what}: auf dem Ziel gibt es kein {source} (rsync: {said})</translation>
    </message>
    <message>
        <source>{what}: permission denied on the target; check who may write to {destination} (rsync: {said})</source>
        <translation>{what}: das Ziel erlaubt es nicht; prüfen, wer in {destination} schreiben darf (rsync: {said})</translation>
    </message>
    <message>
        <source>{what}: more files would have been deleted than the preview showed, so deleting stopped there; check the preview again (rsync: {said})</source>
        <translation>{what}: es wäre mehr gelöscht worden, als die Vorschau zeigte; darüber hinaus wurde nichts gelöscht, die Vorschau noch einmal ansehen (rsync: {said})</translation>
    </message>
    <message>
        <source>{what}: some files were not sent, because they are not readable or changed during the transfer (rsync: {said})</source>
        <translation>{what}: einige Dateien wurden nicht geschickt, weil sie nicht lesbar sind oder sich inzwischen geändert haben (rsync: {said})</translation>
    </message>
    <message>
        <source>{what}: the connection broke {tries} times and did not come back; the files transferred so far are kept, try again ({why})</source>
        <translation>{what}: die Verbindung brach {tries} Mal ab und kam nicht wieder; Angekommenes bleibt erhalten, noch einmal versuchen ({why})</translation>
    </message>
    <message>
        <source>{what}: {path} did not arrive intact: {said}</source>
        <translation>{what}: {path} kam nicht vollständig an: {said}</translation>
    </message>
    <message>
        <source>{what}: {path} could not be moved into place: {said}</source>
        <translation>{what}: {path} ließ sich nicht an seinen Platz bringen: {said}</translation>
    </message>
    <message>
        <source>{path} could not be linked to the same data: {said}</source>
        <translation>{path} ließ sich nicht mit denselben Daten verknüpfen: {said}</translation>
    </message>
    <message>
        <source>{path} does not exist on the target (yet)</source>
        <translation>auf dem Ziel gibt es (noch) kein {path}</translation>
    </message>
    <message>
        <source>{path} on the target is not a file, folder or link; nothing was fetched</source>
        <translation>{path} auf dem Ziel ist weder Datei noch Ordner noch Link; es wurde nichts übernommen</translation>
    </message>
    <message>
        <source>the folder on the target has more than {limit} files; fetch part of it with rsync</source>
        <translation>der Ordner auf dem Ziel enthält mehr als {limit} Dateien; einen Teil davon mit rsync holen</translation>
    </message>
    <message>
        <source>{path} needs {size}, but only {free} are free in {folder}; free some space</source>
        <translation>{path} braucht {size}, und in {folder} sind {free} frei; Platz schaffen</translation>
    </message>
    <message>
        <source>the target sends more than it announced; nothing was fetched</source>
        <translation>das Ziel schickt mehr, als es angekündigt hatte; es wurde nichts übernommen</translation>
    </message>
    <message>
        <source>{path} cannot be read completely: {problem}</source>
        <translation>{path} lässt sich nicht vollständig lesen: {problem}</translation>
    </message>
    <message>
        <source>the fetched files could not be moved to {path} ({problem}); they are in {staging}</source>
        <translation>was geholt wurde, ließ sich nicht nach {path} bringen ({problem}); es liegt in {staging}</translation>
    </message>
    <message>
        <source>code.source: git cannot read the repository {path}: {said}</source>
        <translation>code.source: {path} ist ein git-Repository, das git nicht liest: {said}</translation>
    </message>
    <message>
        <source>code.source: {path} cannot be read completely: {said}</source>
        <translation>code.source: {path} lässt sich nicht vollständig lesen: {said}</translation>
    </message>
    <message>
        <source>code.source: {path} has no files to send; git ignores all of them, or code.exclude leaves none</source>
        <translation>code.source: {path} enthält keine Datei, die reisen würde; git ignoriert alle, oder code.exclude lässt keine übrig</translation>
    </message>
    <message>
        <source>code.source: {path} has {said} to send, more than 2 GiB; choose a smaller folder in code.source, or exclude data with .gitignore or code.exclude</source>
        <translation>code.source: in {path} würden {said} reisen, mehr als 2 GiB; in code.source weniger nennen, oder Daten mit .gitignore oder code.exclude auslassen</translation>
    </message>
    <message>
        <source>{path} is not sent: {why}</source>
        <translation>{path} reist nicht: {why}</translation>
    </message>
    <message>
        <source>it cannot be read: {problem}</source>
        <translation>es lässt sich nicht lesen: {problem}</translation>
    </message>
    <message>
        <source>it does not exist</source>
        <translation>es ist nicht da</translation>
    </message>
    <message>
        <source>it is a link to a folder that contains it; remove it</source>
        <translation>es ist ein Link auf einen Ordner, in dem er selbst liegt; herausnehmen</translation>
    </message>
    <message>
        <source>it is a broken link; remove it</source>
        <translation>es führt zu nichts Lesbarem; herausnehmen</translation>
    </message>
    <message>
        <source>it is not a regular file; pipes, sockets and devices are not sent</source>
        <translation>es ist keine Datei; Pipes, Sockets und Geräte reisen nicht</translation>
    </message>
    <message>
        <source>it changed while it was being read; try again when it is complete</source>
        <translation>es änderte sich beim Lesen; noch einmal versuchen, wenn es fertig ist</translation>
    </message>
    <message>
        <source>it has no files</source>
        <translation>es enthält keine Datei</translation>
    </message>
    <message>
        <source>the engine does not run on this target: {why}</source>
        <translation>die Engine läuft nicht auf diesem Ziel: {why}</translation>
    </message>
    <message>
        <source>its kernel is {kernel}, but our programs need Linux 3.2 or newer</source>
        <translation>sein Kernel ist {kernel}; unsere Programme brauchen Linux 3.2 oder neuer</translation>
    </message>
    <message>
        <source>the GPU driver on {node} is {driver}, but the engine (CUDA 13) needs {least} or newer: ask the site, or use a command with the site&apos;s own Python</source>
        <translation>der GPU-Treiber auf {node} ist {driver}; die Engine (CUDA 13) braucht {least} oder neuer: den Betreiber fragen, oder einen Befehl mit dem Python des Betreibers nehmen</translation>
    </message>
    <message>
        <source>the engine has no kernels for its GPUs ({gpu}); it supports compute capability 7.5 to 12: choose another partition, or set resources.gpus_per_node: 0</source>
        <translation>seine GPUs ({gpu}) gehören zu keiner Generation, für die die Engine Kernel hat (Compute Capability 7.5 bis 12); eine andere Partition wählen, oder resources.gpus_per_node: 0</translation>
    </message>
    <message>
        <source>the base folder {path} contains a colon, which the loader uses as a separator; choose another</source>
        <translation>der Basisordner {path} enthält einen Doppelpunkt, der für den Lader Ordner trennt; einen anderen wählen</translation>
    </message>
    <message>
        <source>it is {system} on {machine}, but our programs are built for Linux on x86_64</source>
        <translation>es ist {system} auf {machine}; unsere Programme sind für Linux auf x86_64 gebaut</translation>
    </message>
    <message>
        <source>it is aarch64, and the engine exists for x86_64 only; programs and job scripts run there</source>
        <translation>es ist aarch64, und die Engine gibt es nur für x86_64; Programme und Jobskripte laufen dort</translation>
    </message>
    <message>
        <source>the engine needs {size} in {path}, but only {free} are free; free some space or choose another base folder</source>
        <translation>die Engine braucht {size} in {path}, wo {free} frei sind; Platz schaffen oder einen anderen Basisordner wählen</translation>
    </message>
    <message>
        <source>{path} is missing; build or install the complete program</source>
        <translation>{path} ist nicht da; das ganze Programm bauen oder installieren</translation>
    </message>
    <message>
        <source>{file}, which {program} needs, was not found on this computer; build or install the complete program</source>
        <translation>{file}, von {program} gebraucht, ist nirgends auf diesem Rechner; das ganze Programm bauen oder installieren</translation>
    </message>
    <message>
        <source>this computer takes torch from its own Python environment; install `trainyard[engine]`</source>
        <translation>dieser Rechner nimmt torch aus seiner eigenen Python-Umgebung; `trainyard[engine]` installieren</translation>
    </message>
    <message>
        <source>{path} is damaged ({problem}); install this program again</source>
        <translation>{path} ist beschädigt ({problem}); dieses Programm neu installieren</translation>
    </message>
    <message>
        <source>no Python there has pip 19.2 or newer ({found})</source>
        <translation>kein Python hat dort pip 19.2 oder neuer ({found})</translation>
    </message>
    <message>
        <source>pip gets nothing from a package index there: {said}</source>
        <translation>pip bekommt dort nichts von einem Paketindex: {said}</translation>
    </message>
    <message>
        <source>{file}, fetched into {path}, is not the one that this program was made with: its SHA-256 should be {expected} and is {found}; nothing was installed. Ask who keeps the package index, or send torch from this computer: `yard engine install TARGET --from-here`</source>
        <translation>{file}, nach {path} geholt, ist nicht die Datei, mit der dieses Programm gebaut wurde: ihr SHA-256 müsste {expected} sein und ist {found}; installiert wurde nichts. Wer den Paketindex betreibt, weiß vielleicht mehr; oder torch von diesem Rechner schicken: `yard engine install ZIEL --from-here`</translation>
    </message>
    <message>
        <source>fetching torch into {path} takes {needed}, but only {free} are free; free some space, or choose another base folder</source>
        <translation>torch nach {path} zu holen braucht {needed}, frei sind aber nur {free}; Platz schaffen oder einen anderen Basisordner wählen</translation>
    </message>
    <message>
        <source>the disk or the quota of {path} became full while torch was being fetched; free some space and repeat it: what has arrived is kept</source>
        <translation>die Platte oder die Quota von {path} war voll, während torch geholt wurde; Platz schaffen und wiederholen: was angekommen ist, bleibt</translation>
    </message>
    <message>
        <source>fetching torch into {path} ended with exit code {code} ({said}); repeat it: what has arrived is kept</source>
        <translation>torch nach {path} zu holen endete mit Exit-Code {code} ({said}); wiederholen: was angekommen ist, bleibt</translation>
    </message>
    <message>
        <source>torch is not on the target and cannot be fetched, neither there ({there}) nor on this computer ({here}); install `trainyard[engine]` here, or connect this computer to a package index</source>
        <translation>torch ist nicht auf dem Ziel und kann nicht geholt werden, weder dort ({there}) noch auf diesem Rechner ({here}); hier `trainyard[engine]` installieren oder diesen Rechner mit einem Paketindex verbinden</translation>
    </message>
    <message>
        <source>torch is not on this computer and cannot be fetched ({here}); install `trainyard[engine]`, or connect this computer to a package index</source>
        <translation>torch ist nicht auf diesem Rechner und kann nicht geholt werden ({here}); `trainyard[engine]` installieren oder diesen Rechner mit einem Paketindex verbinden</translation>
    </message>
    <message>
        <source>{path} cannot be read: {problem}</source>
        <translation>{path} lässt sich nicht lesen: {problem}</translation>
    </message>
    <message>
        <source>{path} is not a program or library for x86-64, or is damaged</source>
        <translation>{path} ist kein Programm und keine Bibliothek für x86-64, oder ist beschädigt</translation>
    </message>
    <message>
        <source>{path} cannot be used as a mirror: {why}</source>
        <translation>in {path} wird nicht gespiegelt: {why}</translation>
    </message>
    <message>
        <source>{path} has no files to mirror; an empty folder would delete everything</source>
        <translation>{path} hat keine Dateien zum Spiegeln; ein leerer Ordner würde alles löschen</translation>
    </message>
    <message>
        <source>give a folder on the target as an absolute path or starting with ~/, without .. and line breaks</source>
        <translation>einen Ordner des Ziels mit seinem ganzen Pfad oder ab ~/ nennen, ohne .. und Zeilenumbrüche</translation>
    </message>
    <message>
        <source>the source {source} is itself inside a mirror ({name} has the marker)</source>
        <translation>die Quelle {source} liegt selbst in einem Spiegel ({name} trägt die Markierung)</translation>
    </message>
    <message>
        <source>its real path is not UTF-8</source>
        <translation>der wirkliche Pfad ist kein UTF-8</translation>
    </message>
    <message>
        <source>it cannot be accessed or created: {name}</source>
        <translation>es lässt sich nicht ansehen oder anlegen: {name}</translation>
    </message>
    <message>
        <source>it is a link; give the folder itself</source>
        <translation>es ist ein Link; den Ordner selbst nennen</translation>
    </message>
    <message>
        <source>{name} is not a folder</source>
        <translation>{name} ist kein Ordner</translation>
    </message>
    <message>
        <source>{name} cannot be entered</source>
        <translation>{name} darf nicht betreten werden</translation>
    </message>
    <message>
        <source>its real path {name} has fewer than three parts</source>
        <translation>der wirkliche Pfad {name} hat weniger als drei Teile</translation>
    </message>
    <message>
        <source>it is the home folder or contains it</source>
        <translation>es ist der Heimordner oder enthält ihn</translation>
    </message>
    <message>
        <source>it is the root of a storage area</source>
        <translation>es ist die Wurzel eines Speicherbereichs</translation>
    </message>
    <message>
        <source>it is inside the source</source>
        <translation>es liegt in der Quelle</translation>
    </message>
    <message>
        <source>it contains the source</source>
        <translation>es enthält die Quelle</translation>
    </message>
    <message>
        <source>it is a different folder each time it is checked</source>
        <translation>es ist nicht bei jedem Nachsehen derselbe Ordner</translation>
    </message>
    <message>
        <source>it is a mount point</source>
        <translation>es ist ein Einhängepunkt</translation>
    </message>
    <message>
        <source>its contents cannot be listed</source>
        <translation>der Inhalt darf nicht aufgelistet werden</translation>
    </message>
    <message>
        <source>it has files but no {name}, so it was not created as a mirror</source>
        <translation>es enthält Dateien und kein {name}, gehört also nicht uns</translation>
    </message>
    <message>
        <source>{path} is already used by something else; submit again</source>
        <translation>{path} enthält schon etwas anderes; noch einmal starten</translation>
    </message>
    <message>
        <source>{path} has been submitted; cancel the run instead</source>
        <translation>{path} ist schon eingereicht; stattdessen den Lauf abbrechen</translation>
    </message>
    <message>
        <source>{program} is missing; build or install the complete program</source>
        <translation>{program} ist nicht da; das ganze Programm bauen oder installieren</translation>
    </message>
    <message>
        <source>this program&apos;s submission script is missing; reinstall it</source>
        <translation>diesem Programm fehlt sein Skript zum Einreichen; neu installieren</translation>
    </message>
    <message>
        <source>it is not known yet whether the job exists ({why}); the submission continues by itself</source>
        <translation>ob es den Auftrag gibt, ist noch nicht bekannt ({why}); das Einreichen geht von selbst weiter</translation>
    </message>
    <message>
        <source>the login node is slow and did not confirm that the submission started; checking again</source>
        <translation>der Anmeldeknoten ist langsam und hat nicht gemeldet, ob das Einreichen begonnen hat; es wird noch einmal nachgesehen</translation>
    </message>
    <message>
        <source>the submission could not be started on the login node yet ({why}); trying again</source>
        <translation>das Einreichen ließ sich auf dem Anmeldeknoten noch nicht beginnen ({why}); es wird noch einmal versucht</translation>
    </message>
    <message>
        <source>The scheduler has not confirmed the job yet; the submission continues on the login node, and is checked again</source>
        <translation>Der Scheduler hat noch nicht gemeldet, ob es den Auftrag gibt; das Einreichen geht auf dem Anmeldeknoten weiter, und es wird noch einmal nachgesehen</translation>
    </message>
    <message>
        <source>nothing was submitted: {why} ({path})</source>
        <translation>es wurde nichts eingereicht: {why} ({path})</translation>
    </message>
    <message>
        <source>could not find out what became of the submission in {path} ({why})</source>
        <translation>was aus dem Einreichen in {path} wurde, ließ sich nicht nachsehen ({why})</translation>
    </message>
    <message>
        <source>the background service stopped responding; if `yard runs` lists {run}, its submission continues by itself, otherwise nothing was started</source>
        <translation>der Hintergrunddienst antwortet nicht mehr; wenn `yard runs` {run} zeigt, geht das Einreichen von selbst weiter, wenn nicht, wurde nichts gestartet</translation>
    </message>
    <message>
        <source>the run was cancelled before its job was released</source>
        <translation>der Lauf wurde abgebrochen, bevor sein Auftrag freigegeben wurde</translation>
    </message>
    <message>
        <source>the run was not started: {why}</source>
        <translation>der Lauf wurde nicht gestartet: {why}</translation>
    </message>
    <message>
        <source>run must be a lowercase UUID</source>
        <translation>run muss eine UUID in Kleinbuchstaben sein</translation>
    </message>
    <message>
        <source>Cancelled before it was submitted.</source>
        <translation>Vor dem Einreichen abgebrochen.</translation>
    </message>
    <message>
        <source>Cancelled before it was submitted. The files sent so far are left there: {why}</source>
        <translation>Vor dem Einreichen abgebrochen. Was geschickt wurde, bleibt liegen: {why}</translation>
    </message>
    <message>
        <source>checking</source>
        <translation>prüft</translation>
    </message>
    <message>
        <source>submitting</source>
        <translation>wird eingereicht</translation>
    </message>
    <message>
        <source>copying the code</source>
        <translation>kopiert den Code</translation>
    </message>
    <message>
        <source>reading the data</source>
        <translation>liest die Daten</translation>
    </message>
    <message>
        <source>sending the code to {target}</source>
        <translation>schickt den Code an {target}</translation>
    </message>
    <message>
        <source>sending the data to {target}</source>
        <translation>schickt die Daten an {target}</translation>
    </message>
    <message>
        <source>sending the engine to {target}</source>
        <translation>schickt die Engine an {target}</translation>
    </message>
    <message>
        <source>fetching torch from a package index, for {target}</source>
        <translation>holt torch von einem Paketindex, für {target}</translation>
    </message>
    <message>
        <source>waiting: {why}</source>
        <translation>wartet: {why}</translation>
    </message>
    <message>
        <source>cancelled; the files sent so far are removed when {target} can be reached</source>
        <translation>abgebrochen; was geschickt wurde, wird entfernt, sobald {target} erreichbar ist</translation>
    </message>
    <message>
        <source>{name} {id} will be cancelled as soon as {target} answers ({why})</source>
        <translation>{name} {id} wird abgebrochen, sobald {target} antwortet ({why})</translation>
    </message>
    <message>
        <source>{target}: the scheduler rejected the job, and nothing was submitted: {why}; change what `resources` requests, or ask the site</source>
        <translation>{target}: der Scheduler hat den Auftrag abgelehnt, und es wurde nichts eingereicht: {why}; ändern, was `resources` anfordert, oder den Betreiber fragen</translation>
    </message>
    <message>
        <source>{target}: the scheduler rejected the job without giving a reason, and nothing was submitted; change what `resources` requests, or ask the site</source>
        <translation>{target}: der Scheduler hat den Auftrag ohne Begründung abgelehnt, und es wurde nichts eingereicht; ändern, was `resources` anfordert, oder den Betreiber fragen</translation>
    </message>
    <message>
        <source>{target}: the scheduler lost the job before it started, for example because its server was killed (last message: {why}); nothing is left of it, and it can be submitted again</source>
        <translation>{target}: der Scheduler hat den Auftrag vor dem Start verloren, etwa weil sein Controller hart beendet wurde (letzte Meldung: {why}); davon ist nichts übrig, und er kann noch einmal eingereicht werden</translation>
    </message>
    <message>
        <source>Slurm gave no estimate of when the job would start: {why}</source>
        <translation>Slurm hat nicht gemeldet, wann der Auftrag starten würde: {why}</translation>
    </message>
    <message>
        <source>Slurm&apos;s controller has just started and does not know its nodes yet; asking again</source>
        <translation>Slurms Controller ist gerade erst gestartet und kennt seine Knoten noch nicht; er wird noch einmal gefragt</translation>
    </message>
    <message>
        <source>the job could not be cancelled yet: {why}</source>
        <translation>der Auftrag ließ sich noch nicht abbrechen: {why}</translation>
    </message>
    <message>
        <source>{run} could not be marked as cancelled yet: {why}</source>
        <translation>{run} ließ sich noch nicht als abgebrochen markieren: {why}</translation>
    </message>
    <message>
        <source>{name} {id} is still running: the cancel could be neither delivered to {target} ({why}) nor stored; cancel it again</source>
        <translation>{name} {id} läuft weiter: der Abbruch ließ sich weder an {target} übermitteln ({why}) noch aufheben; noch einmal abbrechen</translation>
    </message>
    <message>
        <source>{name} {id} has already ended</source>
        <translation>{name} {id} ist schon zu Ende</translation>
    </message>
    <message>
        <source>no such file: {path}; correct the path or put the file there</source>
        <translation>es gibt keine Datei {path}; den Pfad berichtigen oder die Datei dort ablegen</translation>
    </message>
    <message>
        <source>no such file or folder: {path}; correct the path</source>
        <translation>es gibt kein {path}; den Pfad berichtigen</translation>
    </message>
    <message>
        <source>no such folder: {path}</source>
        <translation>es gibt keinen Ordner {path}</translation>
    </message>
    <message>
        <source>{path} is not a file; give a file</source>
        <translation>{path} ist keine Datei; eine Datei nennen</translation>
    </message>
    <message>
        <source>{path} is not readable; change its permissions</source>
        <translation>{path} darf nicht gelesen werden; die Rechte ändern</translation>
    </message>
    <message>
        <source>{path} is empty; give a file with text</source>
        <translation>{path} ist leer; eine Datei mit Text nennen</translation>
    </message>
    <message>
        <source>{path} is not executable; run chmod +x on it</source>
        <translation>{path} darf nicht ausgeführt werden; chmod +x darauf anwenden</translation>
    </message>
    <message>
        <source>the engine is missing at {path}; build or install it, or use workload: command</source>
        <translation>die Engine ist nicht unter {path}; sie bauen oder installieren, oder workload: command nehmen</translation>
    </message>
    <message>
        <source>training on this computer needs torch, which is not installed with this program; install `trainyard[engine]`, choose a cluster, or use workload: command</source>
        <translation>das Training auf diesem Rechner braucht torch, das mit diesem Programm nicht installiert ist; `trainyard[engine]` installieren, einen Cluster wählen oder workload: command nehmen</translation>
    </message>
    <message>
        <source>the engine on this computer needs torch, which is not installed with this program; install `trainyard[engine]`</source>
        <translation>die Engine auf diesem Rechner braucht torch, das mit diesem Programm nicht installiert ist; `trainyard[engine]` installieren</translation>
    </message>
    <message>
        <source>no program {path} next to the experiment, in its code folder or in PATH; correct its name</source>
        <translation>es gibt kein Programm {path} neben dem Experiment, in seinem Code-Ordner oder in PATH; den Namen berichtigen</translation>
    </message>
    <message>
        <source>no such folder: {path}; give the folder of a virtual environment</source>
        <translation>es gibt kein {path}; den Ordner einer virtuellen Umgebung nennen</translation>
    </message>
    <message>
        <source>{path} is taken from your own environment, but is not set there; export it or give it a value</source>
        <translation>{path} kommt aus der eigenen Umgebung, ist dort aber nicht gesetzt; exportieren oder einen Wert angeben</translation>
    </message>
    <message>
        <source>a virtual environment cannot be sent; give the folder of one on the target, starting with / or ~</source>
        <translation>eine virtuelle Umgebung reist nicht; den Ordner einer Umgebung auf dem Ziel nennen, mit / oder ~ am Anfang</translation>
    </message>
    <message>
        <source>not supported on this computer; remove the field or choose another target</source>
        <translation>auf diesem Rechner läuft so etwas nicht; das Feld entfernen oder ein anderes Ziel wählen</translation>
    </message>
    <message>
        <source>{path} does not exist on {target}; correct the path, or make it relative so that it is sent from here</source>
        <translation>auf {target} gibt es kein {path}; den Pfad berichtigen, oder ihn relativ angeben, damit es von hier mitreist</translation>
    </message>
    <message>
        <source>{path} on {target} is not a file; give a file</source>
        <translation>{path} auf {target} ist keine Datei; eine Datei nennen</translation>
    </message>
    <message>
        <source>{path} on {target} is not readable; change its permissions there</source>
        <translation>{path} darf auf {target} nicht gelesen werden; die Rechte dort ändern</translation>
    </message>
    <message>
        <source>{path} on {target} is empty; give a file with text</source>
        <translation>{path} auf {target} ist leer; eine Datei mit Text nennen</translation>
    </message>
    <message>
        <source>{path} on {target} is not executable; run chmod +x on it there</source>
        <translation>{path} darf auf {target} nicht ausgeführt werden; dort chmod +x darauf anwenden</translation>
    </message>
    <message>
        <source>no program {path} in the PATH of a login shell on {target}; correct its name, or add its module to environment.modules</source>
        <translation>es gibt kein Programm {path} im PATH einer Anmelde-Shell auf {target}; den Namen berichtigen, oder sein Modul in environment.modules nennen</translation>
    </message>
    <message>
        <source>no {path}/bin/activate on {target}; give the folder of a virtual environment there</source>
        <translation>auf {target} gibt es kein {path}/bin/activate; den Ordner einer virtuellen Umgebung dort nennen</translation>
    </message>
    <message>
        <source>conda, which is needed to activate {path}, was not found on {target}; add its module to environment.modules</source>
        <translation>conda, das {path} aktivieren soll, wurde auf {target} nicht gefunden; sein Modul in environment.modules nennen</translation>
    </message>
    <message>
        <source>no conda environment {path} on {target}; create it there or correct its name</source>
        <translation>auf {target} gibt es keine Conda-Umgebung {path}; sie dort anlegen oder den Namen berichtigen</translation>
    </message>
    <message>
        <source>{path} is taken from your environment on {target}, but is not set there; export it in ~/.bash_profile there or give it a value</source>
        <translation>{path} kommt aus der eigenen Umgebung auf {target}, ist dort aber nicht gesetzt; dort in ~/.bash_profile exportieren oder einen Wert angeben</translation>
    </message>
    <message>
        <source>the login shell of {target} gave no answer when the experiment&apos;s paths were checked; bash -l must work on it and its startup files must not exit</source>
        <translation>die Anmelde-Shell von {target} hat nicht gemeldet, ob die Pfade des Experiments da sind; bash -l muss dort funktionieren, und ihre Startdateien dürfen sie nicht beenden</translation>
    </message>
    <message>
        <source>the run needs {needed} in {path} on {target}, but only {free} are free; free some space there or choose another base folder</source>
        <translation>was der Lauf braucht, nimmt {needed} in {path} auf {target} ein, wo {free} frei sind; dort Platz schaffen oder einen anderen Basisordner wählen</translation>
    </message>
    <message>
        <source>the folders of the array&apos;s tasks could not be created in {path}: {why}</source>
        <translation>die Ordner der Aufgaben des Arrays ließen sich in {path} nicht anlegen: {why}</translation>
    </message>
    <message>
        <source>partition {partition} is currently closed ({state}): the job would wait until the site opens it</source>
        <translation>Partition {partition} ist derzeit geschlossen ({state}): der Auftrag würde warten, bis der Betreiber sie öffnet</translation>
    </message>
    <message>
        <source>the cluster has no partition {name}</source>
        <translation>das Cluster hat keine Partition {name}</translation>
    </message>
    <message>
        <source>the cluster has no partition {name}; did you mean {near}?</source>
        <translation>das Cluster hat keine Partition {name}; war {near} gemeint?</translation>
    </message>
    <message>
        <source>the cluster has no partition {name}; choose from {known}</source>
        <translation>das Cluster hat keine Partition {name}; es gibt {known}</translation>
    </message>
    <message>
        <source>the cluster has no default partition; choose from {known}</source>
        <translation>das Cluster wählt selbst keine Partition; eine von {known} nennen</translation>
    </message>
    <message>
        <source>partition {partition} allows at most {most}, but the experiment requests {asked}; request less or choose another partition</source>
        <translation>Partition {partition} gibt höchstens {most}, das Experiment verlangt {asked}; weniger verlangen oder eine andere Partition wählen</translation>
    </message>
    <message>
        <source>partition {partition} allows at most {most} nodes, but the experiment requests {asked}; request fewer or choose another partition</source>
        <translation>Partition {partition} gibt höchstens {most} Knoten, das Experiment verlangt {asked}; weniger verlangen oder eine andere Partition wählen</translation>
    </message>
    <message>
        <source>partition {partition} has no GPUs; choose another partition, or set it to 0</source>
        <translation>Partition {partition} hat keine GPUs; eine andere Partition wählen oder den Wert auf 0 setzen</translation>
    </message>
    <message>
        <source>partition {partition} has no GPU of type {name}</source>
        <translation>Partition {partition} hat keine GPU vom Typ {name}</translation>
    </message>
    <message>
        <source>partition {partition} has no GPU of type {name}; did you mean {near}?</source>
        <translation>Partition {partition} hat keine GPU vom Typ {name}; war {near} gemeint?</translation>
    </message>
    <message>
        <source>partition {partition} has no GPU of type {name}; choose from {known}</source>
        <translation>Partition {partition} hat keine GPU vom Typ {name}; es gibt {known}</translation>
    </message>
    <message>
        <source>partition {partition} has fewer GPUs (nodes x GPUs: {there}) than {gpus} per node; request fewer or choose another partition</source>
        <translation>Partition {partition} hat weniger GPUs (Knoten x GPUs: {there}), nicht {gpus} auf jedem Knoten; weniger verlangen oder eine andere Partition wählen</translation>
    </message>
    <message>
        <source>partition {partition} has fewer such nodes (nodes x GPUs: {there}) than {nodes} nodes with {gpus} each; request fewer or choose another partition</source>
        <translation>Partition {partition} hat weniger solche Knoten (Knoten x GPUs: {there}), nicht {nodes} Knoten mit je {gpus}; weniger verlangen oder eine andere Partition wählen</translation>
    </message>
    <message>
        <source>nodes of partition {partition} have {there} CPU cores, but {processes} processes with {each} each need {asked}; request fewer</source>
        <translation>Knoten der Partition {partition} haben {there} Prozessorkerne, {processes} Prozesse mit je {each} brauchen {asked}; weniger verlangen</translation>
    </message>
    <message>
        <source>nodes of partition {partition} have {there} GiB, but the experiment requests {asked}; request less or choose another partition</source>
        <translation>Knoten der Partition {partition} haben {there} GiB, das Experiment verlangt {asked}; weniger verlangen oder eine andere Partition wählen</translation>
    </message>
    <message>
        <source>you have no account {name} on this cluster</source>
        <translation>auf diesem Cluster gibt es für dieses Login kein Konto {name}</translation>
    </message>
    <message>
        <source>you have no account {name} on this cluster; did you mean {near}?</source>
        <translation>auf diesem Cluster gibt es für dieses Login kein Konto {name}; war {near} gemeint?</translation>
    </message>
    <message>
        <source>you have no account {name} on this cluster; choose from {known}</source>
        <translation>auf diesem Cluster gibt es für dieses Login kein Konto {name}; es gibt {known}</translation>
    </message>
    <message>
        <source>you have no QOS {name} on this cluster</source>
        <translation>auf diesem Cluster gibt es für dieses Login keine Dienstklasse {name}</translation>
    </message>
    <message>
        <source>you have no QOS {name} on this cluster; did you mean {near}?</source>
        <translation>auf diesem Cluster gibt es für dieses Login keine Dienstklasse {name}; war {near} gemeint?</translation>
    </message>
    <message>
        <source>you have no QOS {name} on this cluster; choose from {known}</source>
        <translation>auf diesem Cluster gibt es für dieses Login keine Dienstklasse {name}; es gibt {known}</translation>
    </message>
    <message>
        <source>partition {partition} does not accept {name}</source>
        <translation>Partition {partition} nimmt {name} nicht an</translation>
    </message>
    <message>
        <source>partition {partition} does not accept {name}; did you mean {near}?</source>
        <translation>Partition {partition} nimmt {name} nicht an; war {near} gemeint?</translation>
    </message>
    <message>
        <source>partition {partition} does not accept {name}; it accepts {known}</source>
        <translation>Partition {partition} nimmt {name} nicht an; sie nimmt {known}</translation>
    </message>
    <message>
        <source>the largest array index on this cluster is {most}, not {asked}; use several submissions</source>
        <translation>der größte Index auf diesem Cluster ist {most}, nicht {asked}; auf mehrere Einreichungen verteilen</translation>
    </message>
    <message>
        <source>this cluster does not requeue jobs: at its time limit the run saves and ends; continue it with `yard resume`</source>
        <translation>dieses Cluster reiht Aufträge nicht erneut ein: an seiner Zeitgrenze sichert der Lauf und endet; weiter geht es mit `yard resume`</translation>
    </message>
    <message>
        <source>waiting in the queue</source>
        <translation>wartet in der Warteschlange</translation>
    </message>
    <message>
        <source>suspended by Slurm: its processes are stopped until it is resumed</source>
        <translation>von Slurm ausgesetzt: seine Prozesse stehen still, bis er fortgesetzt wird</translation>
    </message>
    <message>
        <source>It waits: {words}</source>
        <translation>Er wartet: {words}</translation>
    </message>
    <message>
        <source>It can never run as requested ({words}); cancel it and request less, or another queue.</source>
        <translation>So, wie er angefordert ist, kann er nie laufen ({words}); abbrechen und weniger anfordern, oder eine andere Warteschlange.</translation>
    </message>
    <message>
        <source>It is held: `qrls` releases it.</source>
        <translation>Er wird zurückgehalten: `qrls` gibt ihn frei.</translation>
    </message>
    <message>
        <source>It is held by the site; ask the site why. ({words})</source>
        <translation>Das Rechenzentrum hält ihn zurück; dort nach dem Grund fragen. ({words})</translation>
    </message>
    <message>
        <source>It waits for the jobs that it depends on.</source>
        <translation>Er wartet auf die Aufträge, von denen er abhängt.</translation>
    </message>
    <message>
        <source>It waits for the time at which it may start.</source>
        <translation>Er wartet auf die Zeit, zu der er beginnen darf.</translation>
    </message>
    <message>
        <source>ending: PBS is cleaning up on its nodes</source>
        <translation>endet: PBS räumt auf seinen Knoten auf</translation>
    </message>
    <message>
        <source>suspended by PBS: its processes are stopped until it is resumed</source>
        <translation>von PBS angehalten: Seine Prozesse stehen, bis er fortgesetzt wird</translation>
    </message>
    <message>
        <source>PBS moved the job to another server, where it cannot be followed</source>
        <translation>PBS hat den Auftrag auf einen anderen Server verschoben, wo er nicht verfolgt werden kann</translation>
    </message>
    <message>
        <source>PBS reports an unknown state: {word}</source>
        <translation>PBS meldet einen unbekannten Zustand: {word}</translation>
    </message>
    <message>
        <source>PBS deleted the job because one that it depends on ended otherwise than required.</source>
        <translation>PBS hat den Auftrag gelöscht, weil einer, von dem er abhängt, anders endete als verlangt.</translation>
    </message>
    <message>
        <source>PBS: the job completed.</source>
        <translation>PBS: Der Auftrag ist fertig.</translation>
    </message>
    <message>
        <source>PBS: the job exited with code {code}.</source>
        <translation>PBS: Der Auftrag endete mit dem Wert {code}.</translation>
    </message>
    <message>
        <source>PBS: the job was ended by signal {signal}.</source>
        <translation>PBS: Der Auftrag wurde durch das Signal {signal} beendet.</translation>
    </message>
    <message>
        <source>PBS: the job was cancelled.</source>
        <translation>PBS: Der Auftrag wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The job was deleted before it started.</source>
        <translation>Der Auftrag wurde gelöscht, bevor er begann.</translation>
    </message>
    <message>
        <source>PBS ended the job at its time limit; ask for more time, or resume it from its last checkpoint.</source>
        <translation>PBS hat den Auftrag an seiner Zeitgrenze beendet; mehr Zeit anfordern oder vom letzten Checkpoint fortsetzen.</translation>
    </message>
    <message>
        <source>PBS killed the job because it used more main memory than it requested; raise resources.memory_gib_per_node or use a smaller batch.</source>
        <translation>PBS hat den Auftrag beendet, weil er mehr Hauptspeicher belegte als angefordert; resources.memory_gib_per_node erhöhen oder einen kleineren Batch nehmen.</translation>
    </message>
    <message>
        <source>PBS killed the job because it used more processors than it requested; raise resources.cpus_per_process.</source>
        <translation>PBS hat den Auftrag beendet, weil er mehr Prozessoren benutzte als angefordert; resources.cpus_per_process erhöhen.</translation>
    </message>
    <message>
        <source>PBS could not execute the job (exit status {status}); ask the site what its nodes&apos; logs say, and submit it again.</source>
        <translation>PBS konnte den Auftrag nicht ausführen (Endwert {status}); beim Rechenzentrum nach den Protokollen der Knoten fragen und erneut einreichen.</translation>
    </message>
    <message>
        <source>PBS lost the job before it started, for example because its server was reinstalled; submit it again.</source>
        <translation>PBS hat den Auftrag verloren, bevor er begann, etwa weil der Server neu aufgesetzt wurde; erneut einreichen.</translation>
    </message>
    <message>
        <source>PBS has no record of how the job ended.</source>
        <translation>PBS hat keine Aufzeichnung darüber, wie der Auftrag endete.</translation>
    </message>
    <message>
        <source>PBS does not know the job; looking up how it ended</source>
        <translation>PBS kennt den Auftrag nicht; es wird nachgesehen, wie er endete</translation>
    </message>
    <message>
        <source>PBS does not answer: {words}</source>
        <translation>PBS antwortet nicht: {words}</translation>
    </message>
    <message>
        <source>PBS&apos;s commands were not found on the login node</source>
        <translation>die Befehle von PBS gibt es auf dem Anmeldeknoten nicht</translation>
    </message>
    <message>
        <source>PBS&apos;s commands took too long</source>
        <translation>die Befehle von PBS brauchten zu lange</translation>
    </message>
    <message>
        <source>PBS has no quality of service ({found}); leave it out, or put what the site has instead into resources.extra_directives</source>
        <translation>PBS kennt keine Dienstklasse ({found}); weglassen, oder was das Rechenzentrum stattdessen hat, in resources.extra_directives angeben</translation>
    </message>
    <message>
        <source>PBS takes one range of at least two indices, such as 0-9, 0-9:2 or 0-9%4, not {found}</source>
        <translation>PBS nimmt einen Bereich von mindestens zwei Indizes, etwa 0-9, 0-9:2 oder 0-9%4, nicht {found}</translation>
    </message>
    <message>
        <source>On PBS an extra directive is a letter and its value, such as -P project, not {found}</source>
        <translation>Bei PBS ist eine weitere Angabe ein Buchstabe mit seinem Wert, etwa -P projekt, nicht {found}</translation>
    </message>
    <message>
        <source>On Slurm an extra directive is a long option, such as --constraint=a100, not {found}</source>
        <translation>Bei Slurm ist eine weitere Angabe eine lange Option, etwa --constraint=a100, nicht {found}</translation>
    </message>
    <message>
        <source>no job submits others on this cluster: run the trials as one_job, or as job_each from here</source>
        <translation>auf diesem Cluster reicht kein Auftrag andere ein: die Versuche als one_job ausführen, oder als job_each von hier aus</translation>
    </message>
    <message>
        <source>Slurm: the job completed.</source>
        <translation>Slurm: Der Auftrag ist fertig.</translation>
    </message>
    <message>
        <source>Slurm: the job failed.</source>
        <translation>Slurm: Der Auftrag ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>Slurm: the job was cancelled.</source>
        <translation>Slurm: Der Auftrag wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Slurm ended the job at its time limit; ask for more time, or resume it from its last checkpoint.</source>
        <translation>Slurm hat den Auftrag an seiner Zeitgrenze beendet; mehr Zeit verlangen oder ihn von seinem letzten Sicherungspunkt fortsetzen.</translation>
    </message>
    <message>
        <source>Slurm ended the job at its deadline.</source>
        <translation>Slurm hat den Auftrag am Ende seiner Frist beendet.</translation>
    </message>
    <message>
        <source>Slurm gave the nodes to a job of higher priority; resume the run to continue from its last checkpoint.</source>
        <translation>Slurm hat die Knoten für einen Auftrag mit höherer Priorität genommen; Fortsetzen geht vom letzten Sicherungspunkt des Laufs weiter.</translation>
    </message>
    <message>
        <source>Slurm: processes of the job were killed because it used more main memory than it requested; raise resources.memory_gib_per_node or use a smaller batch.</source>
        <translation>Slurm: Prozesse des Auftrags wurden beendet, weil er mehr Hauptspeicher brauchte als verlangt; resources.memory_gib_per_node erhöhen oder einen kleineren Batch nehmen.</translation>
    </message>
    <message>
        <source>A node of the job failed; resume the run to continue from its last checkpoint.</source>
        <translation>Ein Knoten des Auftrags ist ausgefallen; Fortsetzen geht vom letzten Sicherungspunkt des Laufs weiter.</translation>
    </message>
    <message>
        <source>A node of the job could not be started; submit it again.</source>
        <translation>Ein Knoten des Auftrags ließ sich nicht starten; den Auftrag noch einmal einreichen.</translation>
    </message>
    <message>
        <source>Slurm moved the job to another cluster of its federation, where it cannot be followed.</source>
        <translation>Slurm hat den Auftrag auf ein anderes Cluster seiner Föderation verlegt; dort wird er nicht verfolgt.</translation>
    </message>
    <message>
        <source>ending: Slurm is cleaning up on its nodes</source>
        <translation>endet: Slurm räumt auf seinen Knoten auf</translation>
    </message>
    <message>
        <source>its nodes are being prepared</source>
        <translation>seine Knoten werden vorbereitet</translation>
    </message>
    <message>
        <source>its nodes are powering up</source>
        <translation>seine Knoten werden eingeschaltet</translation>
    </message>
    <message>
        <source>expedited requeue, waiting for its nodes</source>
        <translation>mit Vorrang erneut eingereiht, wartet auf seine Knoten</translation>
    </message>
    <message>
        <source>requeued, waiting to start again</source>
        <translation>erneut eingereiht, wartet auf den neuen Beginn</translation>
    </message>
    <message>
        <source>requeued by the federation, waiting to start again</source>
        <translation>von der Föderation erneut eingereiht, wartet auf den neuen Beginn</translation>
    </message>
    <message>
        <source>requeued and held: `scontrol release` lets it start again</source>
        <translation>erneut eingereiht und zurückgehalten: `scontrol release` lässt ihn wieder beginnen</translation>
    </message>
    <message>
        <source>requeued in a special state and held: `scontrol release` lets it start again</source>
        <translation>in einem besonderen Zustand erneut eingereiht und zurückgehalten: `scontrol release` lässt ihn wieder beginnen</translation>
    </message>
    <message>
        <source>held because its reservation was deleted; cancel it and submit it without the reservation</source>
        <translation>zurückgehalten, weil seine Reservierung gelöscht wurde; abbrechen und ohne die Reservierung einreichen</translation>
    </message>
    <message>
        <source>could not be started on its nodes and is held; ask the site, or `scontrol release` it</source>
        <translation>ließ sich auf seinen Knoten nicht starten und wird zurückgehalten; beim Betreiber nachfragen oder mit `scontrol release` freigeben</translation>
    </message>
    <message>
        <source>its nodes could not be configured; ask the site</source>
        <translation>seine Knoten ließen sich nicht einrichten; beim Betreiber nachfragen</translation>
    </message>
    <message>
        <source>resizing</source>
        <translation>ändert seine Größe</translation>
    </message>
    <message>
        <source>being signaled</source>
        <translation>bekommt gerade ein Signal</translation>
    </message>
    <message>
        <source>stopped by a signal: its processes are paused</source>
        <translation>von einem Signal angehalten: seine Prozesse stehen still</translation>
    </message>
    <message>
        <source>ending: its files are being copied out</source>
        <translation>endet: seine Dateien werden herauskopiert</translation>
    </message>
    <message>
        <source>being entered into Slurm&apos;s accounting</source>
        <translation>wird in die Abrechnung von Slurm eingetragen</translation>
    </message>
    <message>
        <source>Jobs of higher priority are ahead of it; it starts by itself. ({word})</source>
        <translation>Aufträge mit höherer Priorität sind vor ihm; er startet von selbst. ({word})</translation>
    </message>
    <message>
        <source>It is next, and waits for resources to become free. ({word})</source>
        <translation>Er ist der nächste und wartet auf freie Knoten. ({word})</translation>
    </message>
    <message>
        <source>Slurm has not looked at it yet. ({word})</source>
        <translation>Slurm hat ihn noch nicht angesehen. ({word})</translation>
    </message>
    <message>
        <source>It may not start before its begin time; after a requeue Slurm waits two minutes. ({word})</source>
        <translation>Er darf nicht vor einer festen Zeit beginnen; nach erneutem Einreihen wartet Slurm zwei Minuten. ({word})</translation>
    </message>
    <message>
        <source>The job that it depends on did not end as required; cancel it, or change resources.dependency. ({word})</source>
        <translation>Der Auftrag, von dem er abhängt, endete nicht wie verlangt; abbrechen oder resources.dependency ändern. ({word})</translation>
    </message>
    <message>
        <source>The array already runs as many tasks as its % limit allows. ({word})</source>
        <translation>Es laufen so viele Aufgaben des Arrays, wie sein % erlaubt. ({word})</translation>
    </message>
    <message>
        <source>It waits for licenses to become free. ({word})</source>
        <translation>Er wartet auf freie Lizenzen. ({word})</translation>
    </message>
    <message>
        <source>Its previous start is still being cleaned up. ({word})</source>
        <translation>Sein letzter Start wird noch aufgeräumt. ({word})</translation>
    </message>
    <message>
        <source>The site&apos;s prolog is running on the nodes. ({word})</source>
        <translation>Die Knoten werden gerade vom Betreiber vorbereitet. ({word})</translation>
    </message>
    <message>
        <source>Its reservation was deleted; cancel it and submit it without resources.reservation. ({word})</source>
        <translation>Seine Reservierung wurde gelöscht; abbrechen und ohne resources.reservation einreichen. ({word})</translation>
    </message>
    <message>
        <source>Its reservation is not valid for it; cancel it and change resources.reservation. ({word})</source>
        <translation>Seine Reservierung gilt nicht für ihn; abbrechen und resources.reservation ändern. ({word})</translation>
    </message>
    <message>
        <source>It waits for its reservation to begin. ({word})</source>
        <translation>Er wartet auf den Beginn seiner Reservierung. ({word})</translation>
    </message>
    <message>
        <source>It was requeued too often and is held; find out why, then release or resubmit it. ({word})</source>
        <translation>Er wurde zu oft erneut eingereiht und wird zurückgehalten; den Grund suchen, dann freigeben oder noch einmal einreichen. ({word})</translation>
    </message>
    <message>
        <source>It waits for the burst buffer. ({word})</source>
        <translation>Er wartet auf den Burst Buffer. ({word})</translation>
    </message>
    <message>
        <source>No front-end node is up; the site has to act. ({word})</source>
        <translation>Kein Frontend-Knoten ist in Betrieb; hier muss der Betreiber handeln. ({word})</translation>
    </message>
    <message>
        <source>Slurm defers scheduling for a while; it starts by itself. ({word})</source>
        <translation>Slurm plant erst in einer Weile wieder; er startet von selbst. ({word})</translation>
    </message>
    <message>
        <source>The federation is deciding where to run it. ({word})</source>
        <translation>Die Föderation entscheidet gerade, wo er läuft. ({word})</translation>
    </message>
    <message>
        <source>It waits until the cluster may use more power. ({word})</source>
        <translation>Er wartet, bis das Cluster mehr Strom verbrauchen darf. ({word})</translation>
    </message>
    <message>
        <source>It waits for ports to become free. ({word})</source>
        <translation>Er wartet auf freie Ports. ({word})</translation>
    </message>
    <message>
        <source>Nodes that it needs are down, drained or reserved; it waits for them. Request others if they do not come back. ({word})</source>
        <translation>Knoten, die er braucht, sind ausgefallen, gesperrt oder reserviert; er wartet auf sie. Andere verlangen, wenn sie nicht wiederkommen. ({word})</translation>
    </message>
    <message>
        <source>Nodes that it needs are down, drained or reserved for others; it waits for them. Request others if they do not come back. ({word})</source>
        <translation>Knoten, die er braucht, sind ausgefallen, gesperrt oder für andere reserviert; er wartet auf sie. Andere verlangen, wenn sie nicht wiederkommen. ({word})</translation>
    </message>
    <message>
        <source>A node that it needs is down; it waits for it. ({word})</source>
        <translation>Ein Knoten, den er braucht, ist ausgefallen; er wartet auf ihn. ({word})</translation>
    </message>
    <message>
        <source>The partition is currently closed; wait until the site opens it, or choose another one. ({word})</source>
        <translation>Die Partition ist zurzeit geschlossen; er wartet, bis der Betreiber sie öffnet; oder eine andere wählen. ({word})</translation>
    </message>
    <message>
        <source>It requests more time than the partition allows; cancel it and lower resources.time_limit, or choose another partition. ({word})</source>
        <translation>Er verlangt mehr Zeit, als die Partition gibt; abbrechen und resources.time_limit senken oder eine andere Partition wählen. ({word})</translation>
    </message>
    <message>
        <source>It requests more nodes than the partition allows; cancel it and lower resources.nodes, or choose another partition. ({word})</source>
        <translation>Er verlangt mehr Knoten, als die Partition gibt; abbrechen und resources.nodes senken oder eine andere Partition wählen. ({word})</translation>
    </message>
    <message>
        <source>The partition does not accept such a job; cancel it and change resources, or choose another partition. ({word})</source>
        <translation>Die Partition nimmt einen solchen Auftrag nicht an; abbrechen und resources ändern oder eine andere Partition wählen. ({word})</translation>
    </message>
    <message>
        <source>It is held by its owner; `scontrol release` lets it start. ({word})</source>
        <translation>Sein Besitzer hält ihn zurück; `scontrol release` lässt ihn starten. ({word})</translation>
    </message>
    <message>
        <source>It is held by the site; ask the site why. ({word})</source>
        <translation>Der Betreiber hält ihn zurück; dort nach dem Grund fragen. ({word})</translation>
    </message>
    <message>
        <source>It could not be started on its nodes; ask the site, or submit it again. ({word})</source>
        <translation>Er ließ sich auf seinen Knoten nicht starten; beim Betreiber nachfragen oder noch einmal einreichen. ({word})</translation>
    </message>
    <message>
        <source>It could not be started on its nodes and is held; ask the site, or `scontrol release` it. ({word})</source>
        <translation>Er ließ sich auf seinen Knoten nicht starten und wird zurückgehalten; beim Betreiber nachfragen oder mit `scontrol release` freigeben. ({word})</translation>
    </message>
    <message>
        <source>It was requeued and is held; `scontrol release` lets it start. ({word})</source>
        <translation>Er wurde erneut eingereiht und wird zurückgehalten; `scontrol release` lässt ihn starten. ({word})</translation>
    </message>
    <message>
        <source>It cannot finish before its deadline; cancel it. ({word})</source>
        <translation>Er kann nicht vor Ablauf seiner Frist enden; abbrechen. ({word})</translation>
    </message>
    <message>
        <source>No node satisfies all that it requests; cancel it and change resources. ({word})</source>
        <translation>Kein Knoten hat alles zusammen, was er verlangt; abbrechen und resources ändern. ({word})</translation>
    </message>
    <message>
        <source>Slurm does not know the account; cancel it and correct resources.account. ({word})</source>
        <translation>Slurm kennt das Konto nicht; abbrechen und resources.account berichtigen. ({word})</translation>
    </message>
    <message>
        <source>The account may not use this partition; cancel it and change resources.account or resources.partition. ({word})</source>
        <translation>Das Konto darf diese Partition nicht benutzen; abbrechen und resources.account oder resources.partition ändern. ({word})</translation>
    </message>
    <message>
        <source>A limit of the account holds it back; wait, or request less. ({word})</source>
        <translation>Eine Grenze des Kontos hält ihn zurück; warten oder weniger verlangen. ({word})</translation>
    </message>
    <message>
        <source>Slurm does not know the QOS; cancel it and correct resources.qos. ({word})</source>
        <translation>Slurm kennt die Dienstklasse nicht; abbrechen und resources.qos berichtigen. ({word})</translation>
    </message>
    <message>
        <source>The QOS may not use this partition or account; cancel it and change resources.qos. ({word})</source>
        <translation>Die Dienstklasse darf diese Partition oder dieses Konto nicht benutzen; abbrechen und resources.qos ändern. ({word})</translation>
    </message>
    <message>
        <source>It requests more time than its QOS allows; cancel it and lower resources.time_limit. ({word})</source>
        <translation>Er verlangt mehr Zeit, als seine Dienstklasse gibt; abbrechen und resources.time_limit senken. ({word})</translation>
    </message>
    <message>
        <source>A limit of the QOS holds it back; wait, or request less. ({word})</source>
        <translation>Eine Grenze der Dienstklasse hält ihn zurück; warten oder weniger verlangen. ({word})</translation>
    </message>
    <message>
        <source>As many jobs are running as the QOS allows; it starts when one ends. ({word})</source>
        <translation>Es laufen so viele Aufträge, wie die Dienstklasse erlaubt; er startet, wenn einer endet. ({word})</translation>
    </message>
    <message>
        <source>The QOS requires a higher remaining share than is left; wait, or use another one. ({word})</source>
        <translation>Die Dienstklasse braucht mehr unbenutzten Anteil, als übrig ist; warten oder eine andere nehmen. ({word})</translation>
    </message>
    <message>
        <source>It requests less than its QOS requires; cancel it and request more, or use another one. ({word})</source>
        <translation>Er verlangt weniger, als seine Dienstklasse fordert; abbrechen und mehr verlangen oder eine andere nehmen. ({word})</translation>
    </message>
    <message>
        <source>The jobs of this QOS together use all that they may; wait, or use another one. ({word})</source>
        <translation>Die Aufträge dieser Dienstklasse benutzen zusammen alles, was sie dürfen; warten oder eine andere nehmen. ({word})</translation>
    </message>
    <message>
        <source>The jobs of this account together use all that they may; wait, or request less. ({word})</source>
        <translation>Die Aufträge dieses Kontos benutzen zusammen alles, was sie dürfen; warten oder weniger verlangen. ({word})</translation>
    </message>
    <message>
        <source>As many of your jobs are running as the account allows; it starts when one ends. ({word})</source>
        <translation>Es laufen so viele eigene Aufträge, wie das Konto erlaubt; er startet, wenn einer endet. ({word})</translation>
    </message>
    <message>
        <source>As many of your jobs are running as the QOS allows; it starts when one ends. ({word})</source>
        <translation>Es laufen so viele eigene Aufträge, wie die Dienstklasse erlaubt; er startet, wenn einer endet. ({word})</translation>
    </message>
    <message>
        <source>It requests more time than the account allows; cancel it and lower resources.time_limit. ({word})</source>
        <translation>Er verlangt mehr Zeit, als das Konto gibt; abbrechen und resources.time_limit senken. ({word})</translation>
    </message>
    <message>
        <source>A limit of your account holds it back; wait, or request less. ({word})</source>
        <translation>Eine Grenze des eigenen Kontos hält ihn zurück; warten oder weniger verlangen. ({word})</translation>
    </message>
    <message>
        <source>It requests more memory than is allowed; cancel it and lower resources.memory_gib_per_node. ({word})</source>
        <translation>Er verlangt mehr Speicher als erlaubt; abbrechen und resources.memory_gib_per_node senken. ({word})</translation>
    </message>
    <message>
        <source>The account uses all that it may; wait, or request less. ({word})</source>
        <translation>Das Konto benutzt alles, was es darf; warten oder weniger verlangen. ({word})</translation>
    </message>
    <message>
        <source>It ended at its time limit. ({word})</source>
        <translation>Er endete an seiner Zeitgrenze. ({word})</translation>
    </message>
    <message>
        <source>It exited with an error. ({word})</source>
        <translation>Er endete mit einem Fehler. ({word})</translation>
    </message>
    <message>
        <source>It used more main memory than it requested. ({word})</source>
        <translation>Er brauchte mehr Hauptspeicher als verlangt. ({word})</translation>
    </message>
    <message>
        <source>It was ended by a signal. ({word})</source>
        <translation>Er wurde von einem Signal beendet. ({word})</translation>
    </message>
    <message>
        <source>The cluster itself failed; submit it again. ({word})</source>
        <translation>Das Cluster selbst ist ausgefallen; noch einmal einreichen. ({word})</translation>
    </message>
    <message>
        <source>The node could not write the job&apos;s output file: the run folder is not visible or not writable there; choose a base folder that all nodes see.</source>
        <translation>Der Knoten konnte die Ausgabedatei des Auftrags nicht schreiben: Der Laufordner ist dort nicht sichtbar oder nicht beschreibbar; einen Basisordner wählen, den alle Knoten sehen.</translation>
    </message>
    <message>
        <source>Slurm: the job was ended by signal {signal}.</source>
        <translation>Slurm: Der Auftrag wurde von Signal {signal} beendet.</translation>
    </message>
    <message>
        <source>Slurm: the job exited with code {code}.</source>
        <translation>Slurm: Der Auftrag endete mit Code {code}.</translation>
    </message>
    <message>
        <source>Slurm reports an unknown state: {word}</source>
        <translation>Slurm zeigt einen Zustand, der hier nicht bekannt ist: {word}</translation>
    </message>
    <message>
        <source>{state}. {reason}</source>
        <translation>{state}. {reason}</translation>
    </message>
    <message>
        <source>One job may not request this much under this account or QOS; cancel it and request less. ({word})</source>
        <translation>Ein einzelner Auftrag darf unter diesem Konto oder dieser Dienstklasse nicht so viel verlangen; abbrechen und weniger verlangen. ({word})</translation>
    </message>
    <message>
        <source>The time that the account or QOS may use is spent or promised; wait, request less, or use another one. ({word})</source>
        <translation>Die Zeit, die das Konto oder die Dienstklasse benutzen darf, ist verbraucht oder vergeben; warten, weniger verlangen oder ein anderes Konto oder eine andere Dienstklasse nehmen. ({word})</translation>
    </message>
    <message>
        <source>Slurm reports an unknown reason: {word}</source>
        <translation>Slurm nennt einen Grund, der hier nicht bekannt ist: {word}</translation>
    </message>
    <message>
        <source>Slurm lost the job before it started, for example because its controller was killed; submit it again.</source>
        <translation>Slurm hat den Auftrag vor seinem Start verloren, etwa weil sein Controller gewaltsam beendet wurde; noch einmal einreichen.</translation>
    </message>
    <message>
        <source>The scheduler knew nothing of the job of submission {number}, which had not started; the run was submitted again</source>
        <translation>Der Scheduler wusste nichts von dem Auftrag der Einreichung {number}, der nicht begonnen hatte; der Lauf wurde noch einmal eingereicht</translation>
    </message>
    <message>
        <source>Cancelled before it started.</source>
        <translation>Vor dem Start abgebrochen.</translation>
    </message>
    <message>
        <source>Slurm has no record of how the job ended.</source>
        <translation>Slurm hat nicht festgehalten, wie der Auftrag endete.</translation>
    </message>
    <message>
        <source>Slurm no longer lists the job; looking up how it ended</source>
        <translation>Slurm zeigt den Auftrag nicht mehr; sein Ende wird nachgeschlagen</translation>
    </message>
    <message>
        <source>Slurm&apos;s list of jobs was incomplete; asking again</source>
        <translation>die Auftragsliste von Slurm kam beschädigt an; sie wird noch einmal abgefragt</translation>
    </message>
    <message>
        <source>{why}</source>
        <translation>{why}</translation>
    </message>
    <message>
        <source>Slurm asks for less frequent requests ({words})</source>
        <translation>Slurm bittet darum, seltener gefragt zu werden ({words})</translation>
    </message>
    <message>
        <source>munge, which Slurm uses to authenticate users, does not work on the login node ({words})</source>
        <translation>munge, an dem Slurm erkennt, wer fragt, arbeitet auf dem Anmeldeknoten nicht ({words})</translation>
    </message>
    <message>
        <source>Slurm could not authenticate the request: munge does not work, or the clocks of the cluster differ ({words})</source>
        <translation>Slurm weiß nicht, wer fragt: munge arbeitet nicht, oder die Uhren des Clusters gehen verschieden ({words})</translation>
    </message>
    <message>
        <source>the cluster has no accounting ({words})</source>
        <translation>das Cluster führt keine Abrechnung ({words})</translation>
    </message>
    <message>
        <source>Slurm does not know the job ({words})</source>
        <translation>Slurm kennt den Auftrag nicht ({words})</translation>
    </message>
    <message>
        <source>Slurm&apos;s accounting does not answer ({words})</source>
        <translation>die Abrechnung von Slurm antwortet nicht ({words})</translation>
    </message>
    <message>
        <source>Slurm is not configured on the login node ({words})</source>
        <translation>Slurm ist auf dem Anmeldeknoten nicht eingerichtet ({words})</translation>
    </message>
    <message>
        <source>Slurm&apos;s controller does not answer ({words})</source>
        <translation>der Controller von Slurm antwortet nicht ({words})</translation>
    </message>
    <message>
        <source>Slurm&apos;s controller does not answer in time ({words})</source>
        <translation>der Controller von Slurm antwortet nicht rechtzeitig ({words})</translation>
    </message>
    <message>
        <source>Slurm&apos;s backup controller is taking over ({words})</source>
        <translation>der Controller von Slurm wird gerade durch seinen Ersatz abgelöst ({words})</translation>
    </message>
    <message>
        <source>Slurm&apos;s commands are missing ({words})</source>
        <translation>die Befehle von Slurm sind nicht da ({words})</translation>
    </message>
    <message>
        <source>Slurm&apos;s command exited with code {code} ({words})</source>
        <translation>der Befehl von Slurm endete mit Code {code} ({words})</translation>
    </message>
    <message>
        <source>this computer is one node, not {wanted}; set it to 1 or choose a cluster</source>
        <translation>dieser Rechner ist ein Knoten, nicht {wanted}; den Wert auf 1 setzen oder ein Cluster wählen</translation>
    </message>
    <message>
        <source>this computer has {there} GPUs, not {wanted}; lower this or choose another target</source>
        <translation>dieser Rechner hat {there} GPUs, nicht {wanted}; den Wert senken oder ein anderes Ziel wählen</translation>
    </message>
    <message>
        <source>this computer has {there} CPUs, but the run requests {wanted}; lower resources.processes_per_node or resources.cpus_per_process</source>
        <translation>dieser Rechner hat {there} Prozessoren, der Lauf verlangt {wanted}; resources.processes_per_node oder resources.cpus_per_process senken</translation>
    </message>
    <message>
        <source>the job has not started within 15 s ({why}); it is checked again, see {path}</source>
        <translation>der Auftrag ist nach 15 s noch nicht gestartet ({why}); es wird wieder nachgesehen, siehe {path}</translation>
    </message>
    <message>
        <source>{path} cannot be written ({why}); check free space and permissions</source>
        <translation>{path} lässt sich nicht schreiben ({why}); freien Platz und Rechte prüfen</translation>
    </message>
    <message>
        <source>this computer&apos;s queue cannot be locked: {path}/lock</source>
        <translation>die Warteschlange dieses Rechners lässt sich nicht sperren: {path}/lock</translation>
    </message>
    <message>
        <source>the run&apos;s ticket {path} is missing: it was removed by someone</source>
        <translation>der Wartezettel {path} des Laufs ist weg: Jemand hat ihn entfernt</translation>
    </message>
    <message>
        <source>{path} cannot be written: {why}</source>
        <translation>{path} lässt sich nicht schreiben: {why}</translation>
    </message>
    <message>
        <source>{path} cannot be read: {why}</source>
        <translation>{path} lässt sich nicht lesen: {why}</translation>
    </message>
    <message>
        <source>another process is already handling this submission: {path}</source>
        <translation>ein anderer Prozess hat diese Einreichung schon: {path}</translation>
    </message>
    <message>
        <source>/proc cannot be read, so the job of {path} cannot be found again</source>
        <translation>/proc lässt sich nicht lesen, deshalb lässt sich der Auftrag von {path} nicht wiederfinden</translation>
    </message>
    <message>
        <source>cancelled before it started</source>
        <translation>vor dem Start abgebrochen</translation>
    </message>
    <message>
        <source>cannot change to the run folder {path}: {why}</source>
        <translation>der Laufordner {path} lässt sich nicht betreten: {why}</translation>
    </message>
    <message>
        <source>bash could not be started: {why}</source>
        <translation>bash ließ sich nicht starten: {why}</translation>
    </message>
    <message>
        <source>{path} was written by a newer version of this program (schema {version}, but this one supports {known}); start the newer version</source>
        <translation>{path} wurde von einer neueren Version dieses Programms geschrieben (Schema {version}, diese kennt {known}); die neuere Version starten</translation>
    </message>
    <message>
        <source>{path} has no tables yet</source>
        <translation>{path} hat noch keine Tabellen</translation>
    </message>
    <message>
        <source>{path} was written by an older version of this program; run `yard runs` to upgrade it</source>
        <translation>{path} wurde von einer älteren Version dieses Programms geschrieben; `yard runs` bringt die Datei auf den neuen Stand</translation>
    </message>
    <message>
        <source>{path} is damaged ({problem}); move it away and run `yard runs --scan here`: the run folders hold everything</source>
        <translation>{path} ist beschädigt ({problem}); die Datei verschieben und `yard runs --scan here` ausführen: Die Laufordner enthalten alles</translation>
    </message>
    <message>
        <source>{path} could not be written: the disk is full; free some space and try again</source>
        <translation>{path} ließ sich nicht schreiben: Der Datenträger ist voll; Platz schaffen und noch einmal versuchen</translation>
    </message>
    <message>
        <source>{path}: {problem}</source>
        <translation>{path}: {problem}</translation>
    </message>
    <message>
        <source>no run &apos;{run}&apos;; `yard runs` lists them</source>
        <translation>es gibt keinen Lauf „{run}“; `yard runs` zeigt alle</translation>
    </message>
    <message>
        <source>&apos;{run}&apos; matches {runs}; give more characters</source>
        <translation>„{run}“ könnte jeder von {runs} sein; mehr davon angeben</translation>
    </message>
    <message>
        <source>{name} {short} is still active; cancel it first</source>
        <translation>{name} {short} läuft noch; erst abbrechen</translation>
    </message>
    <message>
        <source>{name} {short} is complete; there is nothing to resume</source>
        <translation>{name} {short} ist fertig; es gibt nichts fortzusetzen</translation>
    </message>
    <message>
        <source>{name} {short} is being removed; wait until that is done</source>
        <translation>{name} {short} wird gerade entfernt; das Ende abwarten</translation>
    </message>
    <message>
        <source>{name} {short} is being resumed; wait until that is done, or cancel it</source>
        <translation>{name} {short} wird gerade fortgesetzt; das abwarten oder den Lauf abbrechen</translation>
    </message>
    <message>
        <source>{name} {short} was not removed: {folder} is not its folder in {base}</source>
        <translation>{name} {short} wird nicht entfernt: {folder} ist nicht sein Ordner in {base}</translation>
    </message>
    <message>
        <source>{name} {short} is still active on {target}, which is reachable; cancel it first, then remove it</source>
        <translation>{name} {short} läuft noch auf {target}, das antwortet; erst abbrechen, dann entfernen</translation>
    </message>
    <message>
        <source>{path} is not accepted as a run: its {field} &apos;{value}&apos; was not assigned by this program; correct the file or leave the folder out</source>
        <translation>{path} gilt nicht als Lauf: {field} „{value}“ darin stammt nicht von diesem Programm; die Datei berichtigen oder den Ordner weglassen</translation>
    </message>
    <message>
        <source>will be cancelled as soon as {target} answers</source>
        <translation>wird abgebrochen, sobald {target} antwortet</translation>
    </message>
    <message>
        <source>{reason}; will be cancelled as soon as {target} answers</source>
        <translation>{reason}; wird abgebrochen, sobald {target} antwortet</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>startet</translation>
    </message>
    <message>
        <source>requeued: {why}</source>
        <translation>erneut eingereiht: {why}</translation>
    </message>
    <message>
        <source>{target} has been unreachable since {since}; state as of {seen} ({why})</source>
        <translation>{target} ist seit {since} nicht erreichbar; gezeigt wird der Stand von {seen} ({why})</translation>
    </message>
    <message>
        <source>{target} has not answered since {since}; state as of {seen} ({why})</source>
        <translation>{target} antwortet seit {since} nicht; gezeigt wird der Stand von {seen} ({why})</translation>
    </message>
    <message>
        <source>updates are a few seconds late: {target} forbids port forwarding, so events are read from their file</source>
        <translation>einige Sekunden später gezeigt: {target} verbietet Weiterleitung, deshalb werden die Ereignisse aus ihrer Datei gelesen</translation>
    </message>
    <message>
        <source>updates are a few seconds late: the node cannot be reached through {target}, so events are read from their file</source>
        <translation>einige Sekunden später gezeigt: Der Knoten ist über {target} nicht erreichbar, deshalb werden die Ereignisse aus ihrer Datei gelesen</translation>
    </message>
    <message>
        <source>updates are a few seconds late: the program that answers in place of the run&apos;s agent does not prove that it is the agent, so events are read from their file</source>
        <translation>einige Sekunden später gezeigt: Was an der Stelle des Agenten des Laufs antwortet, weist sich nicht als dieser aus, deshalb werden die Ereignisse aus ihrer Datei gelesen</translation>
    </message>
    <message>
        <source>skipped a line of {bytes} bytes in the event file; lines of up to 4 MiB are read</source>
        <translation>eine Zeile von {bytes} Byte in der Datei der Ereignisse wurde übergangen; Zeilen bis 4 MiB werden gelesen</translation>
    </message>
    <message>
        <source>It ended without a final report; the job was started again.</source>
        <translation>Er endete ohne ein letztes Wort; der Auftrag wurde neu gestartet.</translation>
    </message>
    <message>
        <source>The job ended, and neither it nor the scheduler reports why; resume the run to continue from its last checkpoint.</source>
        <translation>Der Auftrag endete, und weder er noch der Scheduler sagt, warum; Fortsetzen geht vom letzten Sicherungspunkt des Laufs weiter.</translation>
    </message>
    <message>
        <source>its first node</source>
        <translation>sein erster Knoten</translation>
    </message>
    <message>
        <source>node {node}</source>
        <translation>Knoten {node}</translation>
    </message>
    <message>
        <source>The job could not start: {node} does not see {folder} or cannot write to it; choose a base folder that all nodes share, or exclude that node.</source>
        <translation>Der Auftrag konnte nicht beginnen: {node} sieht {folder} nicht oder darf dort nicht schreiben; einen Basisordner wählen, den alle Knoten teilen, oder diesen Knoten auslassen.</translation>
    </message>
    <message>
        <source>The job is gone and wrote nothing: it was ended before it started, or {node} does not see {folder}; check whether all nodes share that folder.</source>
        <translation>Der Auftrag ist weg und hat nichts geschrieben: Er wurde vor seinem Beginn beendet, oder {node} sieht {folder} nicht; prüfen, ob alle Knoten diesen Ordner teilen.</translation>
    </message>
    <message>
        <source>The run was cancelled and yard-agent ended without a final report.</source>
        <translation>Der Lauf wurde abgebrochen, und yard-agent endete ohne ein letztes Wort.</translation>
    </message>
    <message>
        <source>{reason} {count} of its processes were still running and were ended.</source>
        <translation>{reason} {count} seiner Prozesse waren übrig und wurden beendet.</translation>
    </message>
    <message>
        <source>{reason} Last output: {said}</source>
        <translation>{reason} Seine letzte Ausgabe: {said}</translation>
    </message>
    <message>
        <source>The script ended before it reached yard-agent, and its output is empty: setup commands may have ended it, or the disk or quota is full.</source>
        <translation>Das Skript endete, bevor es zu yard-agent kam, und seine Ausgabe ist leer: Vorbereitende Befehle können es beendet haben, oder Datenträger oder Kontingent sind voll.</translation>
    </message>
    <message>
        <source>The script ended before it reached yard-agent: {said}</source>
        <translation>Das Skript endete, bevor es zu yard-agent kam: {said}</translation>
    </message>
    <message>
        <source>{completed} of {tasks} tasks completed</source>
        <translation>{completed} von {tasks} Aufgaben fertig</translation>
    </message>
    <message>
        <source>{others}, {count} running</source>
        <translation>{others}, {count} laufend</translation>
    </message>
    <message>
        <source>{others}, {count} waiting</source>
        <translation>{others}, {count} wartend</translation>
    </message>
    <message>
        <source>{others}, {count} preparing</source>
        <translation>{others}, {count} in Vorbereitung</translation>
    </message>
    <message>
        <source>{others}, {count} failed</source>
        <translation>{others}, {count} gescheitert</translation>
    </message>
    <message>
        <source>{others}, {count} timed out</source>
        <translation>{others}, {count} am Zeitlimit beendet</translation>
    </message>
    <message>
        <source>{others}, {count} preempted</source>
        <translation>{others}, {count} verdrängt</translation>
    </message>
    <message>
        <source>{others}, {count} cancelled</source>
        <translation>{others}, {count} abgebrochen</translation>
    </message>
    <message>
        <source>{others}; task {task}: {why}</source>
        <translation>{others}; Aufgabe {task}: {why}</translation>
    </message>
    <message>
        <source>`here` is this computer and cannot be removed</source>
        <translation>`here` ist dieser Rechner und bleibt</translation>
    </message>
    <message>
        <source>{target} is in use by active runs or another operation; wait for them or cancel them first</source>
        <translation>{target} wird von offenen Läufen oder von etwas gebraucht, das gerade geschieht; darauf warten oder es zuerst abbrechen</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>verbindet</translation>
    </message>
    <message>
        <source>the site allows only a few programs per login at a time (MaxSessions); the others wait for their turn</source>
        <translation>der Betreiber erlaubt in einer Anmeldung nur wenige Programme zugleich (MaxSessions): was darüber hinausgeht, wartet, bis es an der Reihe ist</translation>
    </message>
    <message>
        <source>run folders in {path}</source>
        <translation>Laufordner in {path}</translation>
    </message>
    <message>
        <source>run folders in {path}, which is not writable; make it writable or set XDG_DATA_HOME</source>
        <translation>Laufordner in {path}; beschreibbar machen oder XDG_DATA_HOME setzen</translation>
    </message>
    <message>
        <source>{gib} GiB free there</source>
        <translation>dort sind {gib} GiB frei</translation>
    </message>
    <message>
        <source>{gib} GiB free there; checkpoints need space</source>
        <translation>dort sind {gib} GiB frei; Sicherungspunkte brauchen Platz</translation>
    </message>
    <message>
        <source>bash</source>
        <translation>bash</translation>
    </message>
    <message>
        <source>bash is missing; install it</source>
        <translation>bash fehlt; installieren</translation>
    </message>
    <message>
        <source>{path}</source>
        <translation>{path}</translation>
    </message>
    <message>
        <source>{path} is missing; build or install it</source>
        <translation>{path} fehlt; bauen oder installieren</translation>
    </message>
    <message>
        <source>{what}, but there is no one to ask; run `yard targets check {target}` in a terminal, or open the window</source>
        <translation>{what}, und es ist niemand da, der gefragt werden kann; `yard targets check {target}` in einem Terminal ausführen oder das Fenster öffnen</translation>
    </message>
    <message>
        <source>the key of {host} is not known yet</source>
        <translation>der Schlüssel von {host} ist noch nicht bekannt</translation>
    </message>
    <message>
        <source>the key {key} has a passphrase</source>
        <translation>der Schlüssel {key} hat eine Passphrase</translation>
    </message>
    <message>
        <source>cannot listen on {socket}: {problem}</source>
        <translation>an {socket} lässt sich nicht lauschen: {problem}</translation>
    </message>
    <message>
        <source>a newer version takes over</source>
        <translation>eine neuere Version übernimmt</translation>
    </message>
    <message>
        <source>{program} could not be started: {problem}</source>
        <translation>{program} ließ sich nicht starten: {problem}</translation>
    </message>
    <message>
        <source>the background service did not answer within {seconds} s; see {log}</source>
        <translation>der Hintergrunddienst hat nicht innerhalb von {seconds} s geantwortet; siehe {log}</translation>
    </message>
    <message>
        <source>{path} cannot be written; check free space and permissions</source>
        <translation>{path} lässt sich nicht schreiben; freien Platz und Rechte prüfen</translation>
    </message>
    <message>
        <source>the background service of {folder} runs on {host} (process {pid}), which this computer cannot reach; stop it there, set XDG_DATA_HOME to a folder of this computer, or, if that computer is gone, remove {lock}</source>
        <translation>der Hintergrunddienst von {folder} läuft auf {host} (Prozess {pid}), und dieser Rechner kann ihn nicht erreichen; ihn dort beenden, XDG_DATA_HOME auf einen Ordner dieses Rechners setzen oder, wenn es jenen Rechner nicht mehr gibt, {lock} entfernen</translation>
    </message>
    <message>
        <source>this line is not a JSON-RPC 2.0 request</source>
        <translation>diese Zeile ist keine Anfrage nach JSON-RPC 2.0</translation>
    </message>
    <message>
        <source>a message may have at most {mib} MiB</source>
        <translation>eine Nachricht darf höchstens {mib} MiB haben</translation>
    </message>
    <message>
        <source>the answer has {bytes} bytes, more than the limit for a message</source>
        <translation>die Antwort hat {bytes} Byte, mehr als eine Nachricht haben darf</translation>
    </message>
    <message>
        <source>unknown method &apos;{method}&apos;</source>
        <translation>es gibt keine Methode „{method}“</translation>
    </message>
    <message>
        <source>the first call must be hello</source>
        <translation>der erste Aufruf muss hello sein</translation>
    </message>
    <message>
        <source>this service uses protocol {protocol}; restart the program, both must have the same version</source>
        <translation>dieser Dienst spricht Protokoll {protocol}; das Programm neu starten, beide müssen dieselbe Version haben</translation>
    </message>
    <message>
        <source>this client cannot ask the user</source>
        <translation>dieser Client kann die Frage niemandem stellen</translation>
    </message>
    <message>
        <source>{name} must be {kind}</source>
        <translation>{name} muss {kind} sein</translation>
    </message>
    <message>
        <source>{name} must be absolute</source>
        <translation>{name} muss absolut sein</translation>
    </message>
    <message>
        <source>one of {known}</source>
        <translation>eins von {known}</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>ein Text</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation>eine Liste von Texten</translation>
    </message>
    <message>
        <source>an object of texts</source>
        <translation>ein Objekt aus Texten</translation>
    </message>
    <message>
        <source>a whole number, 0 or greater</source>
        <translation>eine ganze Zahl ab 0</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>ein Objekt</translation>
    </message>
    <message>
        <source>no stream is expected for this token</source>
        <translation>niemand erwartet einen Datenstrom mit diesem Token</translation>
    </message>
    <message>
        <source>code.source is not set, so there is nothing to mirror; set it in the experiment</source>
        <translation>code.source nennt keinen Ordner, es gibt also nichts zu spiegeln; im Experiment setzen</translation>
    </message>
    <message>
        <source>{path} is a file; give a folder to fetch into</source>
        <translation>{path} ist eine Datei; einen Ordner angeben, in den geholt wird</translation>
    </message>
    <message>
        <source>sbatch would reject the job: {words}; change what resources requests, or ask the site</source>
        <translation>sbatch würde den Auftrag ablehnen: {words}; ändern, was resources verlangt, oder den Betreiber fragen</translation>
    </message>
    <message>
        <source>would start immediately</source>
        <translation>würde sofort starten</translation>
    </message>
    <message>
        <source>would start about {when}</source>
        <translation>würde etwa {when} starten</translation>
    </message>
    <message>
        <source>at most {hours} GPU-hours</source>
        <translation>höchstens {hours} GPU-Stunden</translation>
    </message>
    <message>
        <source>{start}; {hours}</source>
        <translation>{start}; {hours}</translation>
    </message>
    <message>
        <source>the newest attempt has no output of rank {rank}</source>
        <translation>der neueste Versuch hat keine Ausgabe von Rang {rank}</translation>
    </message>
    <message>
        <source>{path} is not a folder of this computer</source>
        <translation>{path} ist kein Ordner dieses Rechners</translation>
    </message>
    <message>
        <source>below {paths} there is nothing of a tracker: no run-ID.wandb or run-ID.swanlab, no events.out.tfevents, no mlruns, no metrics.csv of Lightning, no database of trackio, MLflow or Optuna</source>
        <translation>unter {paths} liegt nichts von einem Tracker: keine run-ID.wandb oder run-ID.swanlab, keine events.out.tfevents, kein mlruns, keine metrics.csv von Lightning, keine Datenbank von trackio, MLflow oder Optuna</translation>
    </message>
    <message>
        <source>{path} is larger than what is read, 16 GiB</source>
        <translation>{path} ist größer als die 16 GiB, die gelesen werden</translation>
    </message>
    <message>
        <source>{path} is being written all the time, or the program that wrote it was killed; import it again when it has ended, or after it was opened once more</source>
        <translation>{path} wird ständig geschrieben, oder das Programm, das es schrieb, wurde gewaltsam beendet; importieren Sie es wieder, wenn es geendet hat oder noch einmal geöffnet wurde</translation>
    </message>
    <message>
        <source>the database cannot be read: {problem}</source>
        <translation>die Datenbank ist nicht lesbar: {problem}</translation>
    </message>
    <message>
        <source>its study has pruned it</source>
        <translation>seine Studie hat ihn abgebrochen</translation>
    </message>
    <message>
        <source>{path} has no values</source>
        <translation>{path} hat keine Werte</translation>
    </message>
    <message>
        <source>its files have no end, so it was stopped or is not over</source>
        <translation>seine Dateien haben kein Ende; er wurde also abgebrochen oder ist nicht zu Ende</translation>
    </message>
    <message>
        <source>it failed, as its files say</source>
        <translation>er ist fehlgeschlagen, wie seine Dateien sagen</translation>
    </message>
    <message>
        <source>it was stopped, as its files say</source>
        <translation>er wurde abgebrochen, wie seine Dateien sagen</translation>
    </message>
    <message>
        <source>an array has no metrics of its own, but its tasks do; `yard show {run}` lists them, `yard metrics TASK` prints those of one</source>
        <translation>die Metriken eines Arrays sind die seiner Aufgaben; `yard show {run}` nennt sie, `yard metrics TASK` gibt die einer Aufgabe aus</translation>
    </message>
    <message>
        <source>nothing was done: there is no one to answer &quot;{question}&quot;; add --yes to skip the question</source>
        <translation>nichts wurde getan: niemand ist da, um „{question}“ zu beantworten; mit --yes geschieht es ohne Frage</translation>
    </message>
    <message>
        <source>the program at its address does not know the secret of this run; another program may have taken its port</source>
        <translation>was unter seiner Adresse antwortet, kennt das Geheimnis dieses Laufs nicht; ein anderes Programm hat vielleicht seinen Port übernommen</translation>
    </message>
    <message>
        <source>Cannot write files in {folder}; free some space there or set TMPDIR to a local folder</source>
        <translation>In {folder} können keine Dateien geschrieben werden; dort Platz schaffen oder TMPDIR auf einen lokalen Ordner setzen</translation>
    </message>
    <message>
        <source>checking the text</source>
        <translation>den Text prüfen</translation>
    </message>
    <message>
        <source>counting lines</source>
        <translation>zählt Zeilen</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>liest</translation>
    </message>
    <message>
        <source>training the vocabulary</source>
        <translation>trainiert das Vokabular</translation>
    </message>
    <message>
        <source>tokenizing</source>
        <translation>zerlegt in Token</translation>
    </message>
    <message>
        <source>looking for changes</source>
        <translation>sucht nach Änderungen</translation>
    </message>
    <message>
        <source>evaluating</source>
        <translation>wertet aus</translation>
    </message>
    <message>
        <source>saving</source>
        <translation>speichert</translation>
    </message>
    <message>
        <source>waiting its turn</source>
        <translation>wartet, bis er an der Reihe ist</translation>
    </message>
    <message>
        <source>waiting for {wanted} of {there} CPUs ({free} free)</source>
        <translation>wartet auf {wanted} von {there} Prozessoren ({free} frei)</translation>
    </message>
    <message>
        <source>{processors} and {wanted} of {there} GPUs ({free} free)</source>
        <translation>{processors} und {wanted} von {there} GPUs ({free} frei)</translation>
    </message>
    <message>
        <source>{why}; {ahead} ahead of it in the queue</source>
        <translation>{why}; {ahead} vor ihm in der Warteschlange</translation>
    </message>
    <message>
        <source>This computer was shut down or restarted during the run; resume it to continue from its last checkpoint.</source>
        <translation>Dieser Rechner wurde während des Laufs ausgeschaltet oder neu gestartet; Fortsetzen macht beim letzten Sicherungspunkt weiter.</translation>
    </message>
    <message>
        <source>yard-agent ended without reporting why, for example because it was killed; resume the run to continue from its last checkpoint.</source>
        <translation>yard-agent endete ohne ein Wort, wie wenn er getötet wird; Fortsetzen macht beim letzten Sicherungspunkt weiter.</translation>
    </message>
    <message>
        <source>the connection to the background service was lost; check the result with `yard runs`</source>
        <translation>Die Verbindung zum Dienst im Hintergrund ist abgebrochen; mit `yard runs` nachsehen, was daraus geworden ist</translation>
    </message>
    <message>
        <source>events cannot be recorded on this computer at the moment ({why}); submitted runs continue, and are recorded as soon as there is space</source>
        <translation>Was geschieht, kann auf diesem Rechner gerade nicht aufgeschrieben werden ({why}); was eingereicht ist, läuft weiter und wird aufgeschrieben, sobald Platz ist</translation>
    </message>
    <message>
        <source>the warmup is given both in steps and as a ratio; set schedule.warmup_steps to 0 or schedule.warmup_ratio to null</source>
        <translation>der Anlauf ist in Schritten und als Anteil angegeben; schedule.warmup_steps auf 0 oder schedule.warmup_ratio auf null setzen</translation>
    </message>
    <message>
        <source>a constant schedule has no warmup; use constant_with_warmup</source>
        <translation>eine gleichbleibende Lernrate hat keinen Anlauf; constant_with_warmup hat einen</translation>
    </message>
    <message>
        <source>schedule.minimum_learning_rate {minimum} is above optimizer.learning_rate {learning_rate}; lower it</source>
        <translation>schedule.minimum_learning_rate {minimum} liegt über optimizer.learning_rate {learning_rate}; senken</translation>
    </message>
    <message>
        <source>schedule.warmup_steps {warmup} and schedule.decay_steps {decay} add up to more than training.max_steps {max_steps}, so the full learning rate is never reached</source>
        <translation>schedule.warmup_steps {warmup} und schedule.decay_steps {decay} liegen zusammen über training.max_steps {max_steps}: Die volle Lernrate wird nie erreicht</translation>
    </message>
    <message>
        <source>{folder} has the state of the optimizer {found}, but optimizer.kind is {wanted}; change it back, or start a new run with model.pretrained set to this folder</source>
        <translation>{folder} hat den Zustand des Optimierers {found}, und optimizer.kind ist {wanted}; zurücksetzen oder einen neuen Lauf mit diesem Ordner als model.pretrained beginnen</translation>
    </message>
    <message>
        <source>evaluation.metric: this task has no metric {metric}; choose from {known}</source>
        <translation>evaluation.metric: Diese Lernaufgabe hat kein {metric}; sie hat {known}</translation>
    </message>
    <message>
        <source>model.kind {kind} is not supported yet; supported are {known}</source>
        <translation>model.kind {kind} kann diese Engine noch nicht trainieren; sie trainiert {known}</translation>
    </message>
    <message>
        <source>model configuration: {key} must be an object</source>
        <translation>Modellkonfiguration: {key} muss ein Objekt sein</translation>
    </message>
    <message>
        <source>model configuration: {key} is &quot;{found}&quot;; supported are {known}</source>
        <translation>Modellkonfiguration: {key} ist „{found}“; bekannt sind {known}</translation>
    </message>
    <message>
        <source>model configuration: {key} is not supported yet</source>
        <translation>Modellkonfiguration: {key} wird noch nicht ausgeführt</translation>
    </message>
    <message>
        <source>model configuration: {key} has &quot;{found}&quot;, which is not supported yet; rotary embeddings can be default, linear, dynamic, llama3 or yarn, over the whole head</source>
        <translation>Modellkonfiguration: {key} enthält „{found}“, was noch nicht unterstützt wird; Rotationen können default, linear, dynamic, llama3 oder yarn sein, über den ganzen Kopf</translation>
    </message>
    <message>
        <source>model configuration: {key} lists {found} layers, but the model has {layers}</source>
        <translation>Modellkonfiguration: {key} nennt {found} Schichten, es gibt aber {layers}</translation>
    </message>
    <message>
        <source>model configuration: {key} ({width}) must be divisible by {by} ({heads})</source>
        <translation>Modellkonfiguration: {key} ({width}) muss durch {by} ({heads}) teilbar sein</translation>
    </message>
    <message>
        <source>out of memory: {detail}; the estimate for a step was {total} ({parameters} parameters, {gradients} gradients, {optimizer} optimizer, {activations} activations); {savings}; with fewer rows raise batch.gradient_accumulation_steps by the same factor, or set batch.global</source>
        <translation>der Speicher reicht nicht: {detail}; geschätzt waren für einen Schritt {total} ({parameters} Parameter, {gradients} Gradienten, {optimizer} Optimierer, {activations} Aktivierungen); {savings}; mit weniger Zeilen batch.gradient_accumulation_steps um denselben Faktor erhöhen, oder batch.global setzen</translation>
    </message>
    <message>
        <source>what saves memory: {savings}</source>
        <translation>was Speicher spart: {savings}</translation>
    </message>
    <message>
        <source>no setting would save much: use a shorter data.sequence_length or a smaller model</source>
        <translation>keine Einstellung sparte viel: eine kürzere data.sequence_length oder ein kleineres Modell nehmen</translation>
    </message>
    <message>
        <source>each rank needs about {total} per step: {parameters} parameters, {gradients} gradients, {optimizer} optimizer, {activations} activations</source>
        <translation>Ein Rang braucht für einen Schritt etwa {total}: {parameters} Parameter, {gradients} Gradienten, {optimizer} Optimierer, {activations} Aktivierungen</translation>
    </message>
    <message>
        <source>peak memory of this rank was {peak}, including all libraries; the estimate for a step was {total}</source>
        <translation>Dieser Rang brauchte höchstens {peak} Speicher, mit allen Bibliotheken; ein Schritt sollte {total} brauchen</translation>
    </message>
    <message>
        <source>the split {pattern}</source>
        <translation>die Zerlegung {pattern}</translation>
    </message>
    <message>
        <source>early stopping needs evaluation; set evaluation.every_steps or evaluation.every_epochs, or remove the patience</source>
        <translation>früher Abbruch braucht Auswertungen; setzen Sie evaluation.every_steps oder evaluation.every_epochs, oder entfernen Sie die Geduld</translation>
    </message>
    <message>
        <source>model configuration: it has {parameters} parameters, more than any computer can hold; check its sizes and its number of layers</source>
        <translation>Konfiguration des Modells: sie hat {parameters} Parameter, mehr als irgendein Rechner fasst; sehen Sie nach ihren Größen und der Zahl ihrer Schichten</translation>
    </message>
    <message>
        <source>{tokenizer}: the tokenizer has neither [MASK] nor &lt;mask&gt;, which masked language modeling needs; set data.tokenizer to another one</source>
        <translation>{tokenizer}: der Tokenizer hat weder [MASK] noch &lt;mask&gt;, was Sprachmodellierung mit verdeckten Token braucht; nennen Sie mit data.tokenizer einen anderen</translation>
    </message>
    <message>
        <source>{file}: {what} is not supported; use a BPE, WordPiece or Unigram tokenizer like those of GPT-2, Llama, Qwen, Gemma, BERT or T5, or train a new one</source>
        <translation>{file}: {what} wird nicht unterstützt; nehmen Sie einen BPE-, WordPiece- oder Unigram-Tokenizer, wie GPT-2, Llama, Qwen, Gemma, BERT oder T5 ihn haben, oder lassen Sie einen trainieren</translation>
    </message>
    <message>
        <source>the folder has neither tokenizer.json, nor vocab.json and merges.txt, nor vocab.txt</source>
        <translation>der Ordner hat weder tokenizer.json noch vocab.json und merges.txt noch vocab.txt</translation>
    </message>
    <message>
        <source>the post-processor {type}</source>
        <translation>der Post-Prozessor {type}</translation>
    </message>
    <message>
        <source>the unknown token {token} is not in the vocabulary</source>
        <translation>das Token {token} für Unbekanntes steht nicht im Vokabular</translation>
    </message>
    <message>
        <source>lora.rank trains adapters of a pretrained model; set model.pretrained, or lora.rank to null</source>
        <translation>lora.rank trainiert Adapter eines schon trainierten Modells; setzen Sie model.pretrained, oder lora.rank auf null</translation>
    </message>
    <message>
        <source>give at least one file to import</source>
        <translation>nennen Sie mindestens eine Datei, die übernommen werden soll</translation>
    </message>
    <message>
        <source>the script starts more than is followed here; the rest of it was not read</source>
        <translation>das Skript startet mehr, als hier verfolgt wird; was es später tut, wurde nicht gelesen</translation>
    </message>
    <message>
        <source>{key} is left out: it stands for the arguments that the script gets when it is submitted; add these to command.arguments</source>
        <translation>{key} fehlt: es steht für das, was das Skript beim Einreichen bekommt; fügen Sie das zu command.arguments hinzu</translation>
    </message>
    <message>
        <source>{key} is in the arguments unexpanded, and the program would get it as is, since no shell expands them; replace it with its value</source>
        <translation>{key} steht unter den Argumenten, wie es geschrieben ist, und so bekäme es das Programm, denn keine Shell liest sie; ersetzen Sie es durch seinen Wert</translation>
    </message>
    <message>
        <source>{key} is in the arguments, where the script may use {values}, depending on how it runs; choose one</source>
        <translation>{key} steht unter den Argumenten, wo das Skript {values} hat, was erst ein Lauf zeigt; wählen Sie eines</translation>
    </message>
    <message>
        <source>{path} cannot be imported; supported are job scripts, command lines that start a program, arguments of a Hugging Face script (JSON or YAML), and configurations of accelerate and DeepSpeed</source>
        <translation>{path} kann nicht übernommen werden: übernommen werden ein Jobskript, eine Befehlszeile, die ein Programm startet, Argumente eines Skripts von Hugging Face (JSON oder YAML), eine Konfiguration von accelerate oder eine von DeepSpeed</translation>
    </message>
    <message>
        <source>{path} starts several trainings ({found}); choose one with --training and its number or line, or keep the script unchanged with --as script</source>
        <translation>{path} startet mehrere Trainings ({found}); wählen Sie eines mit --training und seiner Nummer oder Zeile, oder behalten Sie das Skript mit --as script, wie es ist</translation>
    </message>
    <message>
        <source>{path} has no training {number}; it starts {found}: give one of these numbers, or a line</source>
        <translation>{path} hat kein Training {number}; es startet {found}: geben Sie eine dieser Nummern an, oder eine Zeile</translation>
    </message>
    <message>
        <source>{first} and {second} are two scripts, and neither starts the other; import one at a time</source>
        <translation>{first} und {second} sind zwei Skripte, und keines startet das andere; übernehmen Sie eines nach dem anderen</translation>
    </message>
    <message>
        <source>{path} starts no program that could be imported; keep it unchanged with --as script</source>
        <translation>{path} startet kein Programm, das übernommen werden könnte; behalten Sie es mit --as script, wie es ist</translation>
    </message>
    <message>
        <source>{place}: the training is in {script}, which was not given; import both together</source>
        <translation>{place}: was trainiert, steht in {script}, das nicht gegeben war; übernehmen Sie es zusammen mit diesem</translation>
    </message>
    <message>
        <source>{path} is a command line, not a script that could run unchanged; start it with #!/bin/bash, or import it with --as command</source>
        <translation>{path} ist eine Befehlszeile und kein Skript, das laufen könnte, wie es ist; beginnen Sie es mit #!/bin/bash, oder übernehmen Sie es mit --as command</translation>
    </message>
    <message>
        <source>{path} is written for {interpreter}, but only sh, bash, dash, ksh and zsh scripts are supported; keep it unchanged with --as script</source>
        <translation>{path} ist für {interpreter} geschrieben, und gelesen werden nur Skripte für sh, bash, dash, ksh und zsh; behalten Sie es mit --as script, wie es ist</translation>
    </message>
    <message>
        <source>{path} is a configuration of {trainer}, which is not supported; import the command line or the job script that starts {trainer} instead, or write the experiment by hand</source>
        <translation>{path} ist eine Konfiguration von {trainer}, die nicht gelesen wird; übernehmen Sie stattdessen die Befehlszeile oder das Jobskript, das {trainer} startet, oder schreiben Sie das Experiment von Hand</translation>
    </message>
    <message>
        <source>not carried over because it has no effect on the results: {key}</source>
        <translation>nicht übernommen, denn es wirkt nicht auf Ergebnisse: {key}</translation>
    </message>
    <message>
        <source>decided by the engine, with the same results: {key}</source>
        <translation>das entscheidet die Engine selbst, mit denselben Ergebnissen: {key}</translation>
    </message>
    <message>
        <source>done by the engine in any case: {key}</source>
        <translation>das tut die Engine in jedem Fall: {key}</translation>
    </message>
    <message>
        <source>{key} is not carried over: the experiment shards over all processes, not within groups of them ({found}); results are the same, each GPU holds less, and more is sent between nodes; for groups set parallel.shard_degree to the processes of one, such as those of a node</source>
        <translation>{key} wird nicht übernommen: die Engine verteilt auf alle Prozesse statt innerhalb von Gruppen ({found}); die Ergebnisse sind dieselben, jede GPU hält weniger, und zwischen Rechnern wird mehr gesendet; für Gruppen setzen Sie parallel.shard_degree auf die Prozesse einer Gruppe, etwa die eines Knotens</translation>
    </message>
    <message>
        <source>{key} is not carried over: parameters are offloaded only where they are sharded, at ZeRO stage 3</source>
        <translation>{key} wird nicht übernommen: Parameter werden nur dort ausgelagert, wo sie verteilt sind, auf ZeRO-Stufe 3</translation>
    </message>
    <message>
        <source>{key} is not carried over: the engine offloads to host memory, not to {found}; if that is large enough, set {field}</source>
        <translation>{key} wird nicht übernommen: die Engine lagert in den Hauptspeicher aus, nicht auf {found}; ist dieser groß genug, setzen Sie {field}</translation>
    </message>
    <message>
        <source>{key} is not carried over: the engine offloads the whole optimizer state, not {found} of it; results are the same, with more host memory and less GPU memory</source>
        <translation>{key} wird nicht übernommen: die Engine lagert den ganzen Zustand des Optimierers aus, nicht {found} davon; die Ergebnisse sind dieselben, bei mehr Hauptspeicher und weniger GPU-Speicher</translation>
    </message>
    <message>
        <source>{key} is not carried over: the engine keeps and sends weights and gradients without quantizing them; results differ, and more is sent</source>
        <translation>{key} wird nicht übernommen: die Engine hält und sendet Gewichte und Gradienten, ohne sie zu quantisieren; die Ergebnisse weichen ab, und es wird mehr gesendet</translation>
    </message>
    <message>
        <source>{key} is not carried over: the engine updates all parameters in every step, where ZenFlow delays most of the updates; results differ</source>
        <translation>{key} wird nicht übernommen: die Engine ändert in jedem Schritt alle Parameter, wo ZenFlow die meisten Änderungen aufschiebt; die Ergebnisse weichen ab</translation>
    </message>
    <message>
        <source>{key} is not carried over: the engine sums gradients in fp32, not in {found}; results are more exact</source>
        <translation>{key} wird nicht übernommen: die Engine summiert Gradienten in fp32, nicht in {found}; die Ergebnisse sind genauer</translation>
    </message>
    <message>
        <source>{key} is not carried over: the engine divides the loss before gradients are summed, in fp32; results differ by rounding only</source>
        <translation>{key} wird nicht übernommen: die Engine teilt den Loss, bevor Gradienten summiert werden, und zwar in fp32; die Ergebnisse unterscheiden sich nur durch Rundung</translation>
    </message>
    <message>
        <source>{key} is not carried over: gradients of embeddings are sent whole; results are the same, and more is sent</source>
        <translation>{key} wird nicht übernommen: Gradienten von Einbettungen werden ganz gesendet; die Ergebnisse sind dieselben, und es wird mehr gesendet</translation>
    </message>
    <message>
        <source>{key} is not carried over: the engine keeps weights, gradients and optimizer state in fp32; to keep all of them in bf16, set precision.kind to pure_bf16</source>
        <translation>{key} wird nicht übernommen: die Engine hält Gewichte, Gradienten und den Zustand des Optimierers in fp32; um alle in bf16 zu halten, setzen Sie precision.kind auf pure_bf16</translation>
    </message>
    <message>
        <source>{key}: the loss scale starts at {found} and does not grow, but an overflow halves it, where DeepSpeed leaves it as it is</source>
        <translation>{key}: die Loss-Skala beginnt bei {found} und wächst nicht, aber ein Überlauf halbiert sie, wo DeepSpeed sie lässt, wie sie ist</translation>
    </message>
    <message>
        <source>{key}: no texts are held out for evaluation, since the number of streamed texts is not known (run_clm selects them by their position in the stream); write those into a file of their own and set data.validation to it</source>
        <translation>{key}: für die Auswertung werden keine Texte zurückgehalten, da die Zahl gestreamter Texte nicht bekannt ist (run_clm wählt sie nach ihrer Stelle im Strom); schreiben Sie diese in eine eigene Datei und geben Sie sie in data.validation an</translation>
    </message>
    <message>
        <source>{key} is not carried over: the engine reads files; download {found} and give its files in data.train and data.validation</source>
        <translation>{key} wird nicht übernommen: die Engine liest Dateien; laden Sie {found} herunter, und nennen Sie die Dateien davon in data.train und data.validation</translation>
    </message>
    <message>
        <source>{key}: only the optimizer is offloaded, since each GPU keeps all parameters at ZeRO stage 2; to offload them, too, set parallel.zero_stage to 3 and parallel.offload_parameters</source>
        <translation>{key}: nur der Optimierer wird ausgelagert, denn auf ZeRO-Stufe 2 behält jede GPU alle Parameter; um auch diese auszulagern, setzen Sie parallel.zero_stage auf 3 und parallel.offload_parameters</translation>
    </message>
    <message>
        <source>{key} is not carried over: it is for TPUs, which the engine does not use</source>
        <translation>{key} wird nicht übernommen: es gilt für TPUs, die die Engine nicht benutzt</translation>
    </message>
    <message>
        <source>{key} is not carried over: it may be {values}, depending on how the script runs; set it in the experiment</source>
        <translation>{key} wird nicht übernommen: es kann {values} sein, was erst ein Lauf des Skripts zeigt; setzen Sie es im Experiment</translation>
    </message>
    <message>
        <source>{key} is not carried over: it is not one of the commands that train or set up the environment; run it beforehand, or add it to environment.setup_commands</source>
        <translation>{key} wird nicht übernommen: es gehört nicht zu den Befehlen, die trainieren oder die Umgebung einrichten; tun Sie es vorher, oder fügen Sie es zu environment.setup_commands hinzu</translation>
    </message>
    <message>
        <source>not carried over: {lines} of the script (conditions, loops, echo, set, date and the like)</source>
        <translation>nicht übernommen: {lines} des Skripts (Bedingungen, Schleifen, echo, set, date und dergleichen)</translation>
    </message>
    <message>
        <source>{key} is not carried over: the script submits a separate job; submit that as a separate run, with resources.after if it has to wait</source>
        <translation>{key} wird nicht übernommen: das Skript reicht selbst einen Job ein; reichen Sie ihn als eigenen Lauf ein, mit resources.after, wo er warten muss</translation>
    </message>
    <message>
        <source>the script starts {key}, which was not given: import both together</source>
        <translation>das Skript startet {key}, das nicht gegeben war: übernehmen Sie es zusammen mit diesem</translation>
    </message>
    <message>
        <source>{key} is not carried over: {text} comes between the launcher and the program</source>
        <translation>{key} wird nicht übernommen: {text} steht zwischen dem Starter und dem Programm</translation>
    </message>
    <message>
        <source>{key} is not carried over: it places the tasks that Slurm would start, but yard-agent starts the processes itself</source>
        <translation>{key} wird nicht übernommen: es ordnet die Aufgaben an, die Slurm starten würde, und yard-agent startet die Prozesse selbst</translation>
    </message>
    <message>
        <source>{key} is not carried over: it applies to a job step, and the run requests what the #SBATCH lines say</source>
        <translation>{key} wird nicht übernommen: es betrifft einen Schritt des Jobs, und der Lauf verlangt, was die #SBATCH-Zeilen sagen</translation>
    </message>
    <message>
        <source>{key} is not carried over: Slurm ignores it too, since it comes after the first command</source>
        <translation>{key} wird nicht übernommen: auch Slurm übergeht es, denn es steht hinter dem ersten Befehl</translation>
    </message>
    <message>
        <source>sbatch rejects the script because of {key}, which is not an option; quote or remove it</source>
        <translation>sbatch weist das Skript wegen {key} ab, denn das ist keine Option; setzen Sie es in Anführungszeichen, oder nehmen Sie es heraus</translation>
    </message>
    <message>
        <source>{key} and what follows it are not carried over: only the first component of a heterogeneous job is read; to keep all of it, keep the script unchanged with --as script</source>
        <translation>{key} und was darauf folgt wird nicht übernommen: von einem heterogenen Job wird nur der erste Teil gelesen; behalten Sie das Skript mit --as script, wie es ist, damit alles gilt</translation>
    </message>
    <message>
        <source>{key} is not carried over: another program of the script was imported</source>
        <translation>{key} wird nicht übernommen: ein anderes Programm des Skripts wurde übernommen</translation>
    </message>
    <message>
        <source>{key} runs unchanged, with its own #SBATCH lines; --as engine turns it into an experiment for the built-in trainer, --as command into one for the program alone</source>
        <translation>{key} läuft, wie es ist, nach seinen eigenen #SBATCH-Zeilen; --as engine macht daraus ein Experiment für den eingebauten Trainer, --as command eines aus dem Programm allein</translation>
    </message>
    <message>
        <source>{key} is written for {interpreter}, which is not supported: it runs unchanged</source>
        <translation>{key} ist für {interpreter} geschrieben, was nicht gelesen wird: es läuft, wie es ist</translation>
    </message>
    <message>
        <source>{key} is not read: the script runs unchanged and reads its files itself</source>
        <translation>{key} wird nicht gelesen: das Skript läuft, wie es ist, und liest seine Dateien selbst</translation>
    </message>
    <message>
        <source>{key} starts several trainings ({found}) and runs unchanged; for just one of them add --training and its number or line</source>
        <translation>{key} startet mehrere Trainings ({found}) und läuft, wie es ist; für eines allein fügen Sie --training und seine Nummer oder Zeile hinzu</translation>
    </message>
    <message>
        <source>{key} is not one of the known programs: its defaults are unknown, and its arguments are read as if they were TrainingArguments</source>
        <translation>{key} gehört nicht zu den Programmen, deren Argumente bekannt sind: was es ungefragt tut, ist nicht bekannt, und seine Argumente werden gelesen, als wären es TrainingArguments</translation>
    </message>
    <message>
        <source>the given files do not say which task {key} trains; {task} was assumed: set task.kind</source>
        <translation>nichts Gegebenes sagt, was {key} lernt; {task} wurde genommen: setzen Sie task.kind</translation>
    </message>
    <message>
        <source>{key} is started {times} times, in a loop, but the run trains once: for several values use `yard submit --grid`</source>
        <translation>{key} wird {times}-mal gestartet, in einer Schleife; der Lauf trainiert einmal: für mehrere Werte nehmen Sie `yard submit --grid`</translation>
    </message>
    <message>
        <source>{key} is started only under a condition that is known only when the script runs</source>
        <translation>{key} wird nur gestartet, wo eine Bedingung gilt, was erst ein Lauf des Skripts zeigt</translation>
    </message>
    <message>
        <source>{key} is not carried over: its tasks would all run the same training; submit them with `yard submit {grid}`</source>
        <translation>{key} wird nicht übernommen: seine Aufgaben wären alle dasselbe Training; reichen Sie sie mit `yard submit {grid}` ein</translation>
    </message>
    <message>
        <source>{key} is not carried over: its tasks would all run the same training; give each its values with `yard submit --grid`</source>
        <translation>{key} wird nicht übernommen: seine Aufgaben wären alle dasselbe Training; geben Sie jeder mit `yard submit --grid` ihre Werte</translation>
    </message>
    <message>
        <source>{key} is started once, on the first of {nodes} nodes, and the others would be idle; the run requests one node</source>
        <translation>{key} wird einmal gestartet, auf dem ersten von {nodes} Knoten, wo die anderen nichts zu tun hätten; der Lauf verlangt einen Knoten</translation>
    </message>
    <message>
        <source>{key}: the training uses {found} of the job&apos;s {nodes} nodes, so the run requests {found}</source>
        <translation>{key}: das Training benutzt {found} der {nodes} Knoten des Jobs, und der Lauf verlangt {found}</translation>
    </message>
    <message>
        <source>{key}: {cores} cores per node do not divide evenly among {processes} processes; each gets {each}, and {lost} are not requested</source>
        <translation>{key}: {cores} Kerne eines Knotens lassen sich nicht gleich auf {processes} Prozesse verteilen; jeder bekommt {each}, und {lost} werden nicht verlangt</translation>
    </message>
    <message>
        <source>{key} is not carried over: {cores} cores per node are fewer than its {processes} processes</source>
        <translation>{key} wird nicht übernommen: {cores} Kerne eines Knotens sind weniger als seine {processes} Prozesse</translation>
    </message>
    <message>
        <source>the script uses {values} unless they are set in the environment or as its arguments; the experiment uses the same</source>
        <translation>das Skript nimmt {values}, wo es niemand anders setzt, in der Umgebung oder als seine Argumente; das Experiment auch</translation>
    </message>
    <message>
        <source>{key} is now a set-up command: what it sets is unknown here, and the file has to be on the target</source>
        <translation>{key} ist jetzt ein Befehl zum Einrichten: was es setzt, ist hier nicht bekannt, und die Datei muss auf dem Ziel sein</translation>
    </message>
    <message>
        <source>{key}: relative paths are relative to the experiment file, not to that folder; the folder is sent with the run</source>
        <translation>{key}: relative Pfade zählen von der Experimentdatei, nicht von dort; der Ordner reist mit dem Lauf</translation>
    </message>
    <message>
        <source>{key} is not carried over: on several nodes yard-agent starts the launcher, with only counts and addresses; put {found} in the program&apos;s own arguments or in environment.variables</source>
        <translation>{key} wird nicht übernommen: auf mehreren Knoten startet yard-agent den Starter, allein mit Anzahlen und Adressen; sagen Sie {found} in den Argumenten des Programms oder in environment.variables</translation>
    </message>
    <message>
        <source>{key}: what precedes it is started on each node in the same way; if it starts processes on other nodes itself, keep the script unchanged with --as script</source>
        <translation>{key}: was davor steht, wird auf jedem Knoten auf dieselbe Art gestartet; wo es selbst Prozesse auf anderen Knoten startet, behalten Sie das Skript mit --as script, wie es ist</translation>
    </message>
    <message>
        <source>{key}: set code.source to the folder that contains the program; it is sent with the run</source>
        <translation>{key}: setzen Sie code.source auf den Ordner, in dem das Programm liegt; er reist mit dem Lauf</translation>
    </message>
    <message>
        <source>the script has DOS line endings, which sbatch rejects; convert it, for example with dos2unix</source>
        <translation>das Skript hat DOS-Zeilenumbrüche, die sbatch abweist; wandeln Sie es um, etwa mit dos2unix</translation>
    </message>
    <message>
        <source>from here on the text is not a valid shell script, which bash would also report; nothing after it was read</source>
        <translation>ab hier ist der Text kein Shell-Skript, was auch bash sagen würde; was danach kommt, wurde nicht gelesen</translation>
    </message>
    <message>
        <source>{key} is not carried over: write the template to a file, and set instructions.chat_template to its path</source>
        <translation>{key} wird nicht übernommen: schreiben Sie die Vorlage in eine Datei, und deren Pfad in instructions.chat_template</translation>
    </message>
    <message>
        <source>{key}: {path} is not in a supported format (text, CSV, JSON or Parquet); convert its texts to one of these</source>
        <translation>{key}: {path} ist keine der Dateien, die gelesen werden (Text, CSV, JSON und Parquet); schreiben Sie seine Texte in eine davon</translation>
    </message>
    <message>
        <source>{place}: {why}</source>
        <translation>{place}: {why}</translation>
    </message>
    <message>
        <source>{file} has more than 2000 settings, or names too long for settings; is this the right file?</source>
        <translation>{file} hat mehr als 2000 Einstellungen, oder längere Namen, als Einstellungen haben; ist das die richtige Datei?</translation>
    </message>
    <message>
        <source>{file} sets {key} twice, in line {first_line} and in line {line}; keep one of them</source>
        <translation>{file} gibt {key} zweimal an, in Zeile {first_line} und in Zeile {line}; behalten Sie eine davon</translation>
    </message>
    <message>
        <source>{first} is {first_value}, but {second} is {second_value}; make them agree on {field}</source>
        <translation>{first} ist {first_value}, aber {second} ist {second_value}; bringen Sie sie bei {field} in Übereinstimmung</translation>
    </message>
    <message>
        <source>{first} and {second} exclude each other, in the original too; for a new model use model_type and tokenizer_name instead of a pretrained one</source>
        <translation>{first} und {second} schließen einander aus, auch im Original; für ein neues Modell geben Sie model_type und tokenizer_name statt des vortrainierten an</translation>
    </message>
    <message>
        <source>{place} is {batch}, but {per_device} sequences x {accumulation} accumulation steps x {ranks} processes is a different number; correct one of them</source>
        <translation>{place} ist {batch}, aber {per_device} Sequenzen x {accumulation} Akkumulationsschritte x {ranks} Prozesse ist eine andere Zahl; berichtigen Sie eine davon</translation>
    </message>
    <message>
        <source>{path} already exists; choose another --output or add --force</source>
        <translation>{path} gibt es schon; wählen Sie ein anderes --output oder fügen Sie --force hinzu</translation>
    </message>
    <message>
        <source>{key} is not carried over: unknown setting</source>
        <translation>{key} wird nicht übernommen: es ist nicht bekannt</translation>
    </message>
    <message>
        <source>{key} is not carried over: an experiment has no equivalent of {found}</source>
        <translation>{key} wird nicht übernommen: ein Experiment hat nichts, was {found} entspricht</translation>
    </message>
    <message>
        <source>{key} is not carried over: {found} is not {expected}</source>
        <translation>{key} wird nicht übernommen: {found} ist nicht {expected}</translation>
    </message>
    <message>
        <source>{key} is not carried over: {why}</source>
        <translation>{key} wird nicht übernommen: {why}</translation>
    </message>
    <message>
        <source>{key} is not carried over: it is auto, and the given files do not determine its value</source>
        <translation>{key} wird nicht übernommen: es ist auto, und nichts Gegebenes sagt, was das ist</translation>
    </message>
    <message>
        <source>{key} is not carried over: its value is known only when the script runs; set it in the experiment</source>
        <translation>{key} wird nicht übernommen: sein Wert steht erst fest, wenn das Skript läuft; setzen Sie ihn im Experiment</translation>
    </message>
    <message>
        <source>{key} is set again later, and the later value is used</source>
        <translation>{key} wird später noch einmal angegeben, und das gilt</translation>
    </message>
    <message>
        <source>{key} is not carried over: {other} takes precedence, as in the original</source>
        <translation>{key} wird nicht übernommen: stattdessen gilt {other}, wie im Original</translation>
    </message>
    <message>
        <source>{key} is not carried over: {found} does not divide evenly among {nodes} nodes</source>
        <translation>{key} wird nicht übernommen: {found} lässt sich nicht gleich auf {nodes} Knoten verteilen</translation>
    </message>
    <message>
        <source>{key} is not carried over: also give {path} to the import</source>
        <translation>{key} wird nicht übernommen: nennen Sie beim Übernehmen auch {path}</translation>
    </message>
    <message>
        <source>{key} refers to {path}, which was not given: import both together</source>
        <translation>{key} nennt {path}, was nicht gegeben war: übernehmen Sie es zusammen mit dieser Datei</translation>
    </message>
    <message>
        <source>{key}: if {found} is a name on the Hugging Face Hub and not a folder, download it and set {field} to its folder</source>
        <translation>{key}: wenn {found} ein Name auf dem Hugging Face Hub ist und kein Ordner, laden Sie es herunter und schreiben Sie seinen Ordner in {field}</translation>
    </message>
    <message>
        <source>{key}: {found} does not identify an architecture that the engine supports; set model.kind</source>
        <translation>{key}: {found} nennt keine Architektur, die die Engine hat; setzen Sie model.kind</translation>
    </message>
    <message>
        <source>{key} is carried over, but without gradient_clipping in its configuration DeepSpeed does not clip; set optimizer.max_gradient_norm to 0 for the same results</source>
        <translation>{key} wird übernommen, aber ohne gradient_clipping in seiner Konfiguration begrenzt DeepSpeed nicht; setzen Sie optimizer.max_gradient_norm auf 0 für dieselben Ergebnisse</translation>
    </message>
    <message>
        <source>{key} implies {processes} processes, which none of the files starts; set resources.nodes and resources.gpus_per_node to that many GPUs</source>
        <translation>{key} meint {processes} Prozesse, die keine Datei startet; setzen Sie resources.nodes und resources.gpus_per_node auf so viele GPUs</translation>
    </message>
    <message>
        <source>the given files do not say how many GPUs are used; set resources.gpus_per_node, otherwise it runs on the CPU</source>
        <translation>nichts Gegebenes sagt, wie viele GPUs benutzt werden; setzen Sie resources.gpus_per_node, sonst läuft es auf dem Prozessor</translation>
    </message>
    <message>
        <source>{folder}: the data was prepared for {found}, but this task needs {wanted}; prepare it with this document</source>
        <translation>{folder}: die Daten wurden für {found} vorbereitet, aber diese Aufgabe braucht {wanted}; bereiten Sie sie mit diesem Dokument vor</translation>
    </message>
    <message>
        <source>{folder}: a row has {tokens} tokens, more than data.sequence_length, which is {sequence_length}; prepare the data with this document</source>
        <translation>{folder}: eine Zeile hat {tokens} Token, mehr als data.sequence_length, das {sequence_length} ist; bereiten Sie die Daten mit diesem Dokument vor</translation>
    </message>
    <message>
        <source>evaluation.metric: {metric} is undefined on this validation data (for instance because a label is missing), so no checkpoint is the best</source>
        <translation>evaluation.metric: {metric} ist auf diesen Validierungsdaten nicht definiert (etwa weil ein Label fehlt), daher ist kein Sicherungspunkt der beste</translation>
    </message>
    <message>
        <source>fp16 gradients overflow at step {step} even at the lowest loss scale, {scale}; use precision.kind bf16, or lower optimizer.learning_rate</source>
        <translation>die Gradienten laufen in Schritt {step} in fp16 über, obwohl die Loss-Skala mit {scale} am niedrigsten ist; nehmen Sie precision.kind bf16, oder eine kleinere optimizer.learning_rate</translation>
    </message>
    <message>
        <source>{folder} is a checkpoint of a full model, but lora.rank asks for adapters; use another run folder, or --resume never to start over</source>
        <translation>{folder} ist ein Checkpoint eines ganzen Modells, und lora.rank verlangt Adapter; nehmen Sie einen anderen Laufordner, oder --resume never für einen neuen Anfang</translation>
    </message>
    <message>
        <source>{folder} is a checkpoint of adapters, but lora.rank is null; use another run folder, or --resume never to start over</source>
        <translation>{folder} ist ein Checkpoint von Adaptern, und lora.rank ist null; nehmen Sie einen anderen Laufordner, oder --resume never für einen neuen Anfang</translation>
    </message>
    <message>
        <source>model.kind {kind} does not support this task: transformers has no {head}; choose another model.kind or task.kind</source>
        <translation>model.kind {kind} kann diese Aufgabe nicht: transformers hat kein {head}; wählen Sie ein anderes model.kind oder task.kind</translation>
    </message>
    <message>
        <source>lora.target_modules: this model&apos;s layers have no module {module}; choose from {known}</source>
        <translation>lora.target_modules: kein Modul der Schichten dieses Modells heißt {module}; es sind {known}</translation>
    </message>
    <message>
        <source>{file}: is an adapter, not a model; engine export --merge turns a checkpoint of adapters into a model</source>
        <translation>{file}: enthält einen Adapter, kein Modell; engine export --merge macht aus einem Checkpoint von Adaptern ein Modell</translation>
    </message>
    <message>
        <source>{file}: is missing, damaged or not an adapter_config.json of LoRA with r and lora_alpha</source>
        <translation>{file}: fehlt, ist beschädigt oder keine adapter_config.json von LoRA mit r und lora_alpha</translation>
    </message>
    <message>
        <source>{file}: has {key}, which cannot be merged</source>
        <translation>{file}: hat {key}, was nicht eingerechnet werden kann</translation>
    </message>
    <message>
        <source>{base}: no such folder; give the folder of the adapter&apos;s base model with --base FOLDER</source>
        <translation>{base}: ist hier kein Ordner; geben Sie mit --base FOLDER den Ordner des Modells dieses Adapters an</translation>
    </message>
    <message>
        <source>{folder}: has no weight {tensor}, which this adapter modifies; give the folder of the adapter&apos;s base model with --base FOLDER</source>
        <translation>{folder}: hat kein Gewicht {tensor}, zu dem dieser Adapter gehört; geben Sie mit --base FOLDER den Ordner des Modells des Adapters an</translation>
    </message>
    <message>
        <source>{file}: has no matching lora_A and lora_B for {module}; the adapter is damaged</source>
        <translation>{file}: hat kein zueinander passendes lora_A und lora_B von {module}; der Adapter ist beschädigt</translation>
    </message>
    <message>
        <source>{file}: tensor {tensor} has a different shape than in this adapter; give the folder of the adapter&apos;s base model with --base FOLDER</source>
        <translation>{file}: Tensor {tensor} hat eine andere Form als dieser Adapter; geben Sie mit --base FOLDER den Ordner des Modells des Adapters an</translation>
    </message>
    <message>
        <source>{folder}: is a full model; export it without --merge</source>
        <translation>{folder}: enthält ein ganzes Modell; exportieren Sie es ohne --merge</translation>
    </message>
    <message>
        <source>the merge was stopped; nothing was written</source>
        <translation>das Einrechnen wurde angehalten; nichts wurde geschrieben</translation>
    </message>
    <message>
        <source>merging</source>
        <translation>Einrechnen</translation>
    </message>
    <message>
        <source>no validation data to evaluate on; provide data.validation or raise data.validation_split_ratio</source>
        <translation>es gibt keine Validierungsdaten, auf denen ausgewertet werden kann; geben Sie data.validation oder eine größere data.validation_split_ratio an</translation>
    </message>
    <message>
        <source>{model}: the model has the labels {wanted}, but the data has {found}; list the model&apos;s labels in task.labels, in its order</source>
        <translation>{model}: das Modell kennt die Labels {wanted}, aber die Daten haben {found}; nennen Sie die des Modells in task.labels, in seiner Reihenfolge</translation>
    </message>
    <message>
        <source>the evaluation was stopped</source>
        <translation>die Auswertung wurde angehalten</translation>
    </message>
    <message>
        <source>model.resize_vocabulary adds embedding rows that adapters would not save; train without lora.rank, or use the model&apos;s own tokenizer</source>
        <translation>model.resize_vocabulary macht Zeilen der Einbettung, die Adapter nicht speichern würden; trainieren Sie ohne lora.rank, oder nehmen Sie den eigenen Tokenizer des Modells</translation>
    </message>
    <message>
        <source>model.resize_vocabulary is for pretrained models; a new model gets the size of its tokenizer anyway</source>
        <translation>model.resize_vocabulary ist für ein vortrainiertes Modell; ein neues bekommt die Größe seines Tokenizers</translation>
    </message>
    <message>
        <source>the tokenizer has {tokenizer} entries, but the model only {model}; use the model&apos;s own tokenizer, or set model.overrides.vocab_size (for a new model) or model.resize_vocabulary (for a pretrained one)</source>
        <translation>der Tokenizer hat {tokenizer} Einträge, das Modell aber nur {model}; nehmen Sie den eigenen Tokenizer des Modells, oder setzen Sie model.overrides.vocab_size (eines neuen Modells) oder model.resize_vocabulary (eines vortrainierten)</translation>
    </message>
    <message>
        <source>the training data does not fill a single row</source>
        <translation>die Trainingsdaten haben keine ganze Zeile</translation>
    </message>
    <message>
        <source>training.max_hours: {hours} hours were up after step {step} of {steps}</source>
        <translation>training.max_hours: {hours} Stunden sind nach Schritt {step} von {steps} vorüber</translation>
    </message>
    <message>
        <source>an evaluation was requested (SIGUSR2), but this run has no evaluation; set evaluation.every_steps and data.validation or data.validation_split_ratio</source>
        <translation>eine Auswertung wurde verlangt (SIGUSR2), aber in diesem Lauf wird nichts ausgewertet; evaluation.every_steps mit data.validation oder data.validation_split_ratio täte es</translation>
    </message>
    <message>
        <source>prediction was stopped; nothing was written</source>
        <translation>das Vorhersagen wurde angehalten; nichts wurde geschrieben</translation>
    </message>
    <message>
        <source>--write {kind}: not a prediction of this task; choose from {known}</source>
        <translation>--write {kind}: eine solche Vorhersage hat diese Aufgabe nicht; sie hat {known}</translation>
    </message>
    <message>
        <source>{model}: an adapter does not record the labels of its outputs; list them in task.labels, in the order used in training</source>
        <translation>{model}: ein Adapter sagt nicht, für welche Labels seine Ausgaben stehen; nennen Sie sie in task.labels, in der Reihenfolge des Trainings</translation>
    </message>
    <message>
        <source>{folder}: the predictions need {needed}, but only {free} are free; free some space or choose fewer of them with --write</source>
        <translation>{folder}: die Vorhersagen brauchen {needed}, aber dort sind {free} frei; schaffen Sie Platz, oder nennen Sie weniger davon in --write</translation>
    </message>
    <message>
        <source>peak GPU memory of this rank was {peak}; the estimate for a step was {total}</source>
        <translation>am meisten Speicher nahm dieser Rang auf seiner GPU mit {peak}; ein Schritt sollte {total} nehmen</translation>
    </message>
    <message>
        <source>{folder}: this adapter was trained with alpha {alpha} and use_rslora {rslora}; set lora.alpha and lora.use_rslora to these</source>
        <translation>{folder}: dieser Adapter wurde mit alpha {alpha} und use_rslora {rslora} trainiert; setzen Sie lora.alpha und lora.use_rslora auf diese Werte</translation>
    </message>
    <message>
        <source>{folder}: has {tensor}, which lora.target_modules does not cover; list this adapter&apos;s modules there</source>
        <translation>{folder}: hat {tensor}, wofür lora.target_modules keinen Platz lässt; nennen Sie die Module dieses Adapters</translation>
    </message>
    <message>
        <source>predicting</source>
        <translation>Vorhersagen</translation>
    </message>
    <message>
        <source>{file}: has neither model.safetensors nor pytorch_model.bin, nor an index of their shards</source>
        <translation>{file}: enthält weder model.safetensors noch pytorch_model.bin, auch kein Verzeichnis ihrer Teile</translation>
    </message>
    <message>
        <source>{file}: {what}; cannot load weights from it</source>
        <translation>{file}: {what}; die Gewichte können nicht daraus gelesen werden</translation>
    </message>
    <message>
        <source>is damaged, or was saved by torch before 1.6; save it again with a newer version ({detail})</source>
        <translation>ist beschädigt oder von einem torch vor 1.6; speichern Sie sie mit einem neueren noch einmal ({detail})</translation>
    </message>
    <message>
        <source>is not a state dict (a dict of tensors)</source>
        <translation>enthält kein Wörterbuch von Tensoren, wie der state dict eines Modells es ist</translation>
    </message>
    <message>
        <source>was written on a machine with a different byte order</source>
        <translation>wurde auf einer Maschine mit anderer Bytereihenfolge geschrieben</translation>
    </message>
    <message>
        <source>describes {tensor} inconsistently</source>
        <translation>sagt von {tensor}, was nicht zusammenpasst</translation>
    </message>
    <message>
        <source>stores {tensor} in an order other than row-major; save it again after .contiguous()</source>
        <translation>enthält {tensor} in anderer Ordnung als zeilenweise; speichern Sie sie nach .contiguous() noch einmal</translation>
    </message>
    <message>
        <source>ends too early</source>
        <translation>endet zu früh</translation>
    </message>
    <message>
        <source>is damaged</source>
        <translation>ist beschädigt</translation>
    </message>
    <message>
        <source>contains the pickle operation {operation}, which tensors and their names do not need</source>
        <translation>hat die Pickle-Operation {operation}, die Tensoren und ihre Namen nicht brauchen</translation>
    </message>
    <message>
        <source>optimizer.kind {kind} computes in fp32; with precision.kind pure_bf16 use adamw or sgd, or use precision.kind bf16</source>
        <translation>optimizer.kind {kind} rechnet in fp32; nehmen Sie mit precision.kind pure_bf16 adamw oder sgd, oder precision.kind bf16</translation>
    </message>
    <message>
        <source>offloading keeps {host} of each rank in main memory, {total} for the {processes} processes of a node</source>
        <translation>ausgelagert sind {host} jedes Rangs im Hauptspeicher, {total} für die {processes} Prozesse eines Knotens</translation>
    </message>
    <message>
        <source>offloading keeps {needed} in main memory for the {processes} processes of a node, which has {limit}; raise resources.memory_gib_per_node, use more nodes, or set parallel.offload_optimizer, parallel.offload_parameters and parallel.offload_activations to false</source>
        <translation>ausgelagert sind {needed} im Hauptspeicher für die {processes} Prozesse eines Knotens, der {limit} hat; erhöhen Sie resources.memory_gib_per_node, nehmen Sie mehr Knoten, oder setzen Sie parallel.offload_optimizer, parallel.offload_parameters und parallel.offload_activations auf false</translation>
    </message>
    <message>
        <source>a checkpoint is written from a copy in main memory, which takes {copies} on a node beside {offloaded} that are offloaded, and the node has {limit}; raise resources.memory_gib_per_node, or use more nodes</source>
        <translation>ein Checkpoint wird aus einer Kopie im Hauptspeicher geschrieben, die auf einem Knoten {copies} braucht, neben {offloaded}, die ausgelagert sind, und der Knoten hat {limit}; erhöhen Sie resources.memory_gib_per_node, oder nehmen Sie mehr Knoten</translation>
    </message>
    <message>
        <source>the {copies} of main memory from which checkpoints are written could not be pinned, so the training waits longer for each of them; look at the node&apos;s limit of locked memory</source>
        <translation>die {copies} Hauptspeicher, aus denen Checkpoints geschrieben werden, ließen sich nicht festhalten, sodass das Training auf jeden länger wartet; sehen Sie nach, wie viel Speicher der Knoten festzuhalten erlaubt</translation>
    </message>
    <message>
        <source>optimizer.kind adafactor needs whole parameters; with parallel.zero_stage use another one</source>
        <translation>optimizer.kind adafactor braucht ganze Parameter; nehmen Sie mit parallel.zero_stage einen anderen</translation>
    </message>
    <message>
        <source>attention uses torch&apos;s {backend} kernel</source>
        <translation>Attention läuft als torchs Kernel {backend}</translation>
    </message>
    <message>
        <source>losses, norms with dropout, rotary embeddings, activations and updates are computed by the engine&apos;s own kernels</source>
        <translation>Verluste, Normen mit Dropout, Rotary Embeddings, Aktivierungen und Updates berechnen die eigenen Kernel der Engine</translation>
    </message>
    <message>
        <source>the engine&apos;s own kernels are not used, but torch&apos;s operators: {problem}</source>
        <translation>Statt der eigenen Kernel der Engine rechnen torchs Operatoren: {problem}</translation>
    </message>
    <message>
        <source>the engine&apos;s own kernels are not used, but torch&apos;s operators: {device} is older than compute capability 8.0</source>
        <translation>Statt der eigenen Kernel der Engine rechnen torchs Operatoren: {device} ist älter als Compute Capability 8.0</translation>
    </message>
    <message>
        <source>parallel.offload_activations has no effect on the CPU, where activations are in main memory anyway</source>
        <translation>parallel.offload_activations ändert auf einem Prozessor nichts, wo Aktivierungen ohnehin im Hauptspeicher sind</translation>
    </message>
    <message>
        <source>{folder}: loading the weights was stopped</source>
        <translation>{folder}: das Lesen der Gewichte wurde angehalten</translation>
    </message>
    <message>
        <source>loading weights</source>
        <translation>Gewichte werden geladen</translation>
    </message>
    <message>
        <source>--format {format}: unknown format; choose from {known}</source>
        <translation>--format {format}: ein solches Format gibt es nicht; es gibt {known}</translation>
    </message>
    <message>
        <source>cannot write Parquet: {problem}; reinstall the engine, or use --format npy</source>
        <translation>Parquet kann nicht geschrieben werden: {problem}; installieren Sie die Engine neu, oder nehmen Sie --format npy</translation>
    </message>
    <message>
        <source>list at least one file in data.train</source>
        <translation>nennen Sie mindestens eine Datei in data.train</translation>
    </message>
    <message>
        <source>data.kind is timelines: set task.kind to causal_language_modeling or sequence_classification instead of {found}</source>
        <translation>data.kind ist timelines: setzen Sie task.kind auf causal_language_modeling oder sequence_classification statt {found}</translation>
    </message>
    <message>
        <source>data.kind is timelines: set timelines.vocabulary to the vocabulary of the token ids, such as vocab.gzip</source>
        <translation>data.kind ist timelines: nennen Sie die Wörter der Token-Nummern, zum Beispiel vocab.gzip, in timelines.vocabulary</translation>
    </message>
    <message>
        <source>set timelines.outcome to the column to predict, such as same_admission_death</source>
        <translation>nennen Sie in timelines.outcome die Spalte, die vorhergesagt werden soll, zum Beispiel same_admission_death</translation>
    </message>
    <message>
        <source>instructions.mixture sets a formatter for each data set: leave instructions.formatter null</source>
        <translation>instructions.mixture nennt für jede Datensammlung ein Format: lassen Sie instructions.formatter auf null</translation>
    </message>
    <message>
        <source>instructions.packing: wrapped cuts answers anywhere, so the rest of an answer starts a sequence without its question; ffd cuts none</source>
        <translation>instructions.packing: wrapped schneidet Antworten irgendwo, und der Rest beginnt eine Sequenz ohne seine Frage; ffd schneidet keine</translation>
    </message>
    <message>
        <source>data.keep_short_groups has no effect without data.texts_per_group, since all texts are one group</source>
        <translation>data.keep_short_groups bedeutet ohne data.texts_per_group nichts: alle Texte sind eine Gruppe</translation>
    </message>
    <message>
        <source>{path}: column {column} has the type {type}, but tokens are lists of integers; choose the column of tokens</source>
        <translation>{path}: die Spalte {column} ist {type}, Tokens sind aber Listen ganzer Zahlen; nennen Sie die Spalte mit den Tokens</translation>
    </message>
    <message>
        <source>no vocabulary is given for the token ids; set timelines.vocabulary to vocab.gzip</source>
        <translation>die Wörter der Token-Nummern sind nicht bekannt; nennen Sie vocab.gzip in timelines.vocabulary</translation>
    </message>
    <message>
        <source>{path}: has no word {word}, which marks the start, end or padding of timelines; use the vocabulary that the files were made with</source>
        <translation>{path}: hat kein Wort {word}, mit dem Verläufe beginnen, enden oder aufgefüllt sind; verwenden Sie das Vokabular, mit dem die Dateien entstanden</translation>
    </message>
    <message>
        <source>{path}: row {row} (counting from 0) has no token before its padding; drop such rows</source>
        <translation>{path}: Zeile {row} (die erste ist Zeile 0) hat vor ihrer Füllung kein Token; entfernen Sie solche Zeilen</translation>
    </message>
    <message>
        <source>{path}: no rows; give a file that has some</source>
        <translation>{path}: es gibt keine Zeilen zu lesen; nennen Sie eine Datei, die welche hat</translation>
    </message>
    <message>
        <source>{path}: column {column} has the token {token} in row {row} (counting from 0), but the vocabulary has the ids 0 to {last}; use the vocabulary that the file was made with</source>
        <translation>{path}: die Spalte {column} hat in Zeile {row} (die erste ist Zeile 0) das Token {token}, das Vokabular hat aber die Nummern 0 bis {last}; verwenden Sie das Vokabular, mit dem die Datei entstand</translation>
    </message>
    <message>
        <source>{name} is {value}; give a number from {least} to {most}</source>
        <translation>{name} ist {value}; geben Sie eine Zahl von {least} bis {most} an</translation>
    </message>
    <message>
        <source>cannot take a fraction of {value} of the rows; give a number above 0 and at most 1</source>
        <translation>ein Anteil von {value} der Zeilen ist nicht möglich; geben Sie eine Zahl über 0 und höchstens 1 an</translation>
    </message>
    <message>
        <source>{path}: column {column} has the type {type}, but an outcome is a boolean or an integer; choose another column</source>
        <translation>{path}: die Spalte {column} ist {type}, ein Ergebnis besteht aber aus Wahrheitswerten oder ganzen Zahlen; nennen Sie eine andere</translation>
    </message>
    <message>
        <source>{path}: column {column} has the class {label} in row {row} (counting from 0); classes are 0 to {most}</source>
        <translation>{path}: die Spalte {column} hat in Zeile {row} (die erste ist Zeile 0) die Klasse {label}; Klassen sind 0 bis {most}</translation>
    </message>
    <message>
        <source>{path}: became longer while it was being read; start again when it is complete</source>
        <translation>{path}: wurde beim Lesen länger; beginnen Sie neu, wenn die Datei vollständig ist</translation>
    </message>
    <message>
        <source>synthetic timelines need at least one row, an even number of words of at least 8, a mean length of at least 1, a padded length of at least 2 and risks between 0 and 1; correct these settings</source>
        <translation>erfundene Verläufe brauchen mindestens eine Zeile, eine gerade Zahl von Wörtern ab 8, eine mittlere Länge ab 1, eine aufgefüllte Länge ab 2 und Risiken zwischen 0 und 1; berichtigen Sie diese Einstellungen</translation>
    </message>
    <message>
        <source>{path}: not a gzip file, or damaged; copy or write it again</source>
        <translation>{path}: ist keine gzip-Datei oder beschädigt; kopieren oder schreiben Sie sie neu</translation>
    </message>
    <message>
        <source>{path}: holds more than {limit} bytes, which such a file never needs; give another file</source>
        <translation>{path}: enthält mehr als {limit} Bytes, die eine solche Datei nie braucht; nennen Sie eine andere</translation>
    </message>
    <message>
        <source>{path}: not a vocabulary of timelines: {why}; write it again</source>
        <translation>{path}: ist kein Vokabular von Verläufen: {why}; schreiben Sie es neu</translation>
    </message>
    <message>
        <source>{path}: not a vocabulary of timelines as written by the engine; create it again from vocab.gzip</source>
        <translation>{path}: ist kein Vokabular von Verläufen, wie die Engine es schreibt; erzeugen Sie es erneut aus vocab.gzip</translation>
    </message>
    <message>
        <source>lookup, reverse and aux are not all dictionaries</source>
        <translation>lookup, reverse und aux sind darin nicht alle Wörterbücher</translation>
    </message>
    <message>
        <source>a word is neither a string nor None</source>
        <translation>ein Wort ist weder ein Text noch None</translation>
    </message>
    <message>
        <source>the word {word} occurs twice</source>
        <translation>das Wort {word} kommt zweimal vor</translation>
    </message>
    <message>
        <source>the id of the word {word} is not a number below {count}, or is used twice</source>
        <translation>die Nummer des Wortes {word} ist keine Zahl unter {count}, oder ein anderes Wort hat sie</translation>
    </message>
    <message>
        <source>reverse and lookup do not agree</source>
        <translation>reverse sagt nicht dasselbe wie lookup</translation>
    </message>
    <message>
        <source>the entry of the word {word} in aux is not a list of numbers</source>
        <translation>der Eintrag des Worts {word} in aux ist keine Liste von Zahlen</translation>
    </message>
    <message>
        <source>{file}: not parameters for sentence splitting: {reason}; write them again, or use the original file</source>
        <translation>{file}: das sind keine Parameter zum Trennen von Sätzen: {reason}; schreiben Sie sie neu, oder nehmen Sie die Originaldatei</translation>
    </message>
    <message>
        <source>{file}: not parameters for sentence splitting: line {line}: {reason}; write them again, or use the original file</source>
        <translation>{file}: das sind keine Parameter zum Trennen von Sätzen: Zeile {line}: {reason}; schreiben Sie sie neu, oder nehmen Sie die Originaldatei</translation>
    </message>
    <message>
        <source>is not UTF-8</source>
        <translation>ist kein UTF-8</translation>
    </message>
    <message>
        <source>there is no JSON object with &quot;format&quot;: &quot;punkt&quot;</source>
        <translation>es gibt kein JSON-Objekt mit &quot;format&quot;: &quot;punkt&quot;</translation>
    </message>
    <message>
        <source>&quot;version&quot; must be 1</source>
        <translation>&quot;version&quot; muss 1 sein</translation>
    </message>
    <message>
        <source>entry {entry} of &quot;{key}&quot; must be a non-empty string</source>
        <translation>Eintrag {entry} von &quot;{key}&quot; muss ein nicht leerer Text sein</translation>
    </message>
    <message>
        <source>entry {entry} of &quot;{key}&quot; must be a list of two strings</source>
        <translation>Eintrag {entry} von &quot;{key}&quot; muss eine Liste aus zwei Texten sein</translation>
    </message>
    <message>
        <source>&quot;orthographic_context&quot; must be an object</source>
        <translation>&quot;orthographic_context&quot; muss ein Objekt sein</translation>
    </message>
    <message>
        <source>entry {entry} of &quot;{key}&quot; must be an integer from 0 to 127</source>
        <translation>Eintrag {entry} von &quot;{key}&quot; muss eine ganze Zahl von 0 bis 127 sein</translation>
    </message>
    <message>
        <source>is empty</source>
        <translation>ist leer</translation>
    </message>
    <message>
        <source>must be one word, but contains a tab</source>
        <translation>muss ein Wort enthalten, enthält aber einen Tabulator</translation>
    </message>
    <message>
        <source>must be two fields separated by a tab</source>
        <translation>muss zwei Felder mit einem Tabulator dazwischen enthalten</translation>
    </message>
    <message>
        <source>the second field must be an integer from 0 to 127</source>
        <translation>das zweite Feld muss eine ganze Zahl von 0 bis 127 sein</translation>
    </message>
    <message>
        <source>{name} must be above 0 and below 1, but is {ratio}; correct it</source>
        <translation>{name} muss über 0 und unter 1 liegen, ist aber {ratio}; berichtigen Sie den Wert</translation>
    </message>
    <message>
        <source>the ratios of training and test add up to {sum}, more than 1; lower them</source>
        <translation>die Anteile von Training und Test sind zusammen {sum}, mehr als 1; verkleinern Sie sie</translation>
    </message>
    <message>
        <source>the ratios of training and validation, {train} and {validation}, leave nothing for the test; lower them</source>
        <translation>die Anteile von Training und Validierung, {train} und {validation}, lassen nichts für den Test; verkleinern Sie sie</translation>
    </message>
    <message>
        <source>{rows} rows are too few to train on {training} and test on {test}; lower the ratios</source>
        <translation>{rows} Zeilen sind zu wenige für {training} zum Lernen und {test} zum Testen; verkleinern Sie die Anteile</translation>
    </message>
    <message>
        <source>of {rows} rows none would be left to train on; provide more rows or other ratios</source>
        <translation>von {rows} Zeilen bliebe keine zum Lernen; geben Sie mehr Zeilen oder andere Anteile an</translation>
    </message>
    <message>
        <source>{rows} rows are more than the {limit} that can be shuffled; split the data first</source>
        <translation>{rows} Zeilen sind mehr als die {limit}, die gemischt werden können; teilen Sie die Daten vorher</translation>
    </message>
    <message>
        <source>does not match the checksum that was written with it, near byte {offset}</source>
        <translation>hat nahe Byte {offset} nicht die Prüfsumme, mit der es geschrieben wurde</translation>
    </message>
    <message>
        <source>the record has a prompt but no completion; add it</source>
        <translation>der Datensatz hat prompt, aber keine completion; ergänzen Sie sie</translation>
    </message>
    <message>
        <source>prompt and completion must either both be strings or both be lists of messages</source>
        <translation>prompt und completion müssen beide Texte oder beide Listen von Nachrichten sein</translation>
    </message>
    <message>
        <source>{field} must be a string, not {found}</source>
        <translation>{field} muss ein Text sein, nicht {found}</translation>
    </message>
    <message>
        <source>{field} must be an object, not {found}</source>
        <translation>{field} muss ein Objekt sein, nicht {found}</translation>
    </message>
    <message>
        <source>{field} has no messages; add one or remove the record</source>
        <translation>{field} enthält keine Nachricht; ergänzen Sie eine oder entfernen Sie den Datensatz</translation>
    </message>
    <message>
        <source>message {number} of {field} must be an object with from and value</source>
        <translation>Nachricht {number} von {field} muss ein Objekt mit from und value sein</translation>
    </message>
    <message>
        <source>the format {format} needs the field {field}, which is missing; correct the record or choose another format</source>
        <translation>das Format {format} braucht das Feld {field}, das fehlt; berichtigen Sie den Datensatz oder nennen Sie ein anderes Format</translation>
    </message>
    <message>
        <source>the format {format} needs {expected} in the field {field}, not {found}</source>
        <translation>das Format {format} braucht {expected} im Feld {field}, nicht {found}</translation>
    </message>
    <message>
        <source>the format {format} needs a whole number from 0 to {most} in the field {field}, not {found}</source>
        <translation>das Format {format} braucht eine ganze Zahl von 0 bis {most} im Feld {field}, nicht {found}</translation>
    </message>
    <message>
        <source>the format {format} needs one of {choices} in the field {field}, not {found}</source>
        <translation>das Format {format} braucht eines von {choices} im Feld {field}, nicht {found}</translation>
    </message>
    <message>
        <source>the format {format} finds no option {answer} in the question; correct the field answer</source>
        <translation>das Format {format} findet keine Option {answer} in der Frage; berichtigen Sie das Feld answer</translation>
    </message>
    <message>
        <source>unknown format {name}; choose from {names}</source>
        <translation>es gibt kein Format {name}; es gibt {names}</translation>
    </message>
    <message>
        <source>unknown format {name}; did you mean {nearest}?</source>
        <translation>es gibt kein Format {name}; meinten Sie {nearest}?</translation>
    </message>
    <message>
        <source>the tokenizer {tokenizer} has no token {token}; set instructions.eos_token to one that it has</source>
        <translation>der Tokenizer {tokenizer} hat kein Token {token}; nennen Sie in instructions.eos_token eines, das er hat</translation>
    </message>
    <message>
        <source>the chat template {template} does not mark the assistant&apos;s turns ({mark}); set instructions.chat_template to one that does, or instructions.loss_on to everything</source>
        <translation>die Chat-Vorlage {template} kennzeichnet nicht, was der Assistent sagt ({mark}); nennen Sie in instructions.chat_template eine, die es tut, oder setzen Sie instructions.loss_on auf everything</translation>
    </message>
    <message>
        <source>instructions.loss_on is completion, but the record is {found}; use prompt and completion, or set loss_on to auto</source>
        <translation>instructions.loss_on ist completion, der Datensatz ist aber {found}; geben Sie ihm prompt und completion, oder setzen Sie loss_on auf auto</translation>
    </message>
    <message>
        <source>instructions.loss_on is assistant, but the record is {found}; use messages, or set loss_on to auto</source>
        <translation>instructions.loss_on ist assistant, der Datensatz ist aber {found}; geben Sie ihm messages, oder setzen Sie loss_on auf auto</translation>
    </message>
    <message>
        <source>no record is left to train on; list files that have some in data.train</source>
        <translation>kein Datensatz bleibt zum Lernen; nennen Sie in data.train Dateien, die welche enthalten</translation>
    </message>
    <message>
        <source>the chat template marks nothing in this chat as the assistant&apos;s; use one with generation blocks, or train on the whole chat</source>
        <translation>die Chat-Vorlage kennzeichnet nichts in diesem Chat als vom Assistenten; nehmen Sie eine mit generation-Blöcken oder lernen Sie den ganzen Chat</translation>
    </message>
    <message>
        <source>the rendered chat is not UTF-8 from byte {byte} on</source>
        <translation>was die Chat-Vorlage aus den Nachrichten macht, ist ab Byte {byte} kein UTF-8</translation>
    </message>
    <message>
        <source>the part that the chat template marks as the assistant&apos;s is outside the rendered text</source>
        <translation>was die Chat-Vorlage als vom Assistenten kennzeichnet, liegt außerhalb ihres Textes</translation>
    </message>
    <message>
        <source>a mixture is a list of `key: value` lines with the key datasets, not {found}</source>
        <translation>eine Mischung besteht aus Zeilen `Schlüssel: Wert` mit dem Schlüssel datasets, nicht aus {found}</translation>
    </message>
    <message>
        <source>datasets is missing; list the data sets of the mixture under it</source>
        <translation>datasets fehlt; führen Sie darunter die Datensammlungen der Mischung auf</translation>
    </message>
    <message>
        <source>num_samples and fraction are both given; keep one</source>
        <translation>num_samples und fraction sind beide angegeben; behalten Sie eines</translation>
    </message>
    <message>
        <source>unknown format {name}; set map_fn to a known one</source>
        <translation>es gibt kein Format {name}; nennen Sie in map_fn ein bekanntes</translation>
    </message>
    <message>
        <source>{name}: no such folder; give a folder, or json together with data_files</source>
        <translation>{name}: diesen Ordner gibt es nicht; nennen Sie einen, oder json zusammen mit data_files</translation>
    </message>
    <message>
        <source>the data set {name} needs data_files, which is missing</source>
        <translation>die Datensammlung {name} braucht data_files, die fehlen</translation>
    </message>
    <message>
        <source>{name}: data_files has no files for the {split} split; add them, or remove the split</source>
        <translation>{name}: data_files nennt keine Dateien für den Teil {split}; ergänzen Sie sie oder entfernen Sie den Teil</translation>
    </message>
    <message>
        <source>{name}: the folder has neither {split}.jsonl nor {split}.json, nor such files in {split}</source>
        <translation>{name}: der Ordner hat weder {split}.jsonl noch {split}.json noch solche Dateien in {split}</translation>
    </message>
    <message>
        <source>{name}: would produce more than {most} records; lower its fraction or number of records</source>
        <translation>{name}: ergäbe mehr als {most} Datensätze; verringern Sie Anteil oder Anzahl</translation>
    </message>
    <message>
        <source>rows can be packed to 1 to {most} tokens, not to {length}</source>
        <translation>Zeilen werden auf 1 bis {most} Tokens gepackt, nicht auf {length}</translation>
    </message>
    <message>
        <source>rows cannot be packed {rows_at_once} at a time, or there are more than {most}</source>
        <translation>Zeilen lassen sich nicht zu je {rows_at_once} packen, oder es sind mehr als {most}</translation>
    </message>
    <message>
        <source>{template}, line {line}: the chat template cannot be read: {why}; use the model&apos;s original file, or correct this line</source>
        <translation>{template}, Zeile {line}: die Chat-Vorlage lässt sich nicht lesen: {why}; nehmen Sie die Datei des Modells, oder berichtigen Sie diese Zeile</translation>
    </message>
    <message>
        <source>{template}, line {line}: the conversation cannot be rendered: {why}</source>
        <translation>{template}, Zeile {line}: das Gespräch lässt sich nicht darstellen: {why}</translation>
    </message>
    <message>
        <source>{template}, line {line}: the template rejects the conversation: {message}</source>
        <translation>{template}, Zeile {line}: die Vorlage lehnt das Gespräch ab: {message}</translation>
    </message>
    <message>
        <source>{folder}: the model has no chat template: neither chat_template.jinja nor &quot;chat_template&quot; in tokenizer_config.json; give the folder of a chat model</source>
        <translation>{folder}: das Modell hat keine Chat-Vorlage: weder chat_template.jinja noch &quot;chat_template&quot; in tokenizer_config.json; nennen Sie den Ordner eines Modells, das für Gespräche gedacht ist</translation>
    </message>
    <message>
        <source>{folder}: the model has several chat templates, but none is named default; rename one</source>
        <translation>{folder}: das Modell hat mehrere Chat-Vorlagen und keine heißt default; benennen Sie eine um</translation>
    </message>
    <message>
        <source>{file}: not a JSON object, so there is no chat template to read: {why}</source>
        <translation>{file}: ist kein JSON-Objekt, daher wird die Chat-Vorlage nicht gefunden: {why}</translation>
    </message>
    <message>
        <source>its top-level value is not an object</source>
        <translation>sein äußerster Wert ist kein Objekt</translation>
    </message>
    <message>
        <source>{file}: &quot;chat_template&quot; must be a string, or a list of objects with &quot;name&quot; and &quot;template&quot;</source>
        <translation>{file}: &quot;chat_template&quot; muss ein Text sein, oder eine Liste von Objekten mit &quot;name&quot; und &quot;template&quot;</translation>
    </message>
    <message>
        <source>it is larger than 1 MiB</source>
        <translation>sie ist größer als 1 MiB</translation>
    </message>
    <message>
        <source>it is not UTF-8</source>
        <translation>sie ist kein UTF-8</translation>
    </message>
    <message>
        <source>{character} is not valid in an expression</source>
        <translation>{character} kommt in keinem Ausdruck vor</translation>
    </message>
    <message>
        <source>a comment is never closed</source>
        <translation>ein Kommentar hat kein Ende</translation>
    </message>
    <message>
        <source>a raw block has no endraw</source>
        <translation>ein raw-Block hat kein endraw</translation>
    </message>
    <message>
        <source>a string has no closing quote</source>
        <translation>ein Text hat kein schließendes Anführungszeichen</translation>
    </message>
    <message>
        <source>a string has an invalid backslash escape</source>
        <translation>ein Text hat eine Folge mit Rückstrich, die kein Zeichen nennt</translation>
    </message>
    <message>
        <source>unexpected {found}, which closes nothing</source>
        <translation>{found} schließt nichts, was offen ist</translation>
    </message>
    <message>
        <source>expected {expected}, found {found}</source>
        <translation>{expected} sollte stehen, wo {found} steht</translation>
    </message>
    <message>
        <source>expected {expected}, but the template ends</source>
        <translation>die Vorlage endet, wo {expected} stehen sollte</translation>
    </message>
    <message>
        <source>unknown tag {tag}, or no block of its kind is open</source>
        <translation>es gibt kein Tag {tag}, oder es steht, wo kein Block seiner Art offen ist</translation>
    </message>
    <message>
        <source>it uses the filter {name}, which is not supported in chat templates</source>
        <translation>sie benutzt den Filter {name}, der in Chat-Vorlagen nicht unterstützt wird</translation>
    </message>
    <message>
        <source>it uses the test {name}, which is not supported in chat templates</source>
        <translation>sie benutzt die Prüfung {name}, die in Chat-Vorlagen nicht unterstützt wird</translation>
    </message>
    <message>
        <source>it uses {what}, which is not supported in chat templates</source>
        <translation>sie benutzt {what}, was in Chat-Vorlagen nicht unterstützt wird</translation>
    </message>
    <message>
        <source>it calls the method {name}, which is not supported in chat templates</source>
        <translation>sie ruft die Methode {name}, die in Chat-Vorlagen nicht unterstützt wird</translation>
    </message>
    <message>
        <source>break and continue must be directly inside a loop</source>
        <translation>break und continue müssen unmittelbar in einer Schleife stehen</translation>
    </message>
    <message>
        <source>the name loop cannot be assigned inside a loop</source>
        <translation>der Name loop kann in einer Schleife nicht gesetzt werden</translation>
    </message>
    <message>
        <source>{name} is undefined</source>
        <translation>{name} ist nicht definiert</translation>
    </message>
    <message>
        <source>{name} would modify a value or access its internals, which templates may not do</source>
        <translation>{name} würde einen Wert ändern oder in einen hineinsehen, was Vorlagen nicht dürfen</translation>
    </message>
    <message>
        <source>unsupported operand types for {operation}: {left} and {right}</source>
        <translation>{operation} ist zwischen {left} und {right} nicht möglich</translation>
    </message>
    <message>
        <source>{type} cannot have a sign + or -</source>
        <translation>{type} hat kein Vorzeichen + oder -</translation>
    </message>
    <message>
        <source>a number is too large</source>
        <translation>eine Zahl ist zu groß</translation>
    </message>
    <message>
        <source>division by zero</source>
        <translation>etwas wird durch null geteilt</translation>
    </message>
    <message>
        <source>{type} is not iterable</source>
        <translation>{type} hat keine Elemente zum Durchgehen</translation>
    </message>
    <message>
        <source>{type} cannot be sliced</source>
        <translation>{type} hat keine Ausschnitte</translation>
    </message>
    <message>
        <source>slice indices must be integers, not {type}</source>
        <translation>ein Ausschnitt beginnt und endet bei ganzen Zahlen, nicht bei {type}</translation>
    </message>
    <message>
        <source>slice step cannot be 0</source>
        <translation>eine Schrittweite kann nicht 0 sein</translation>
    </message>
    <message>
        <source>{type} cannot be used as a dict key</source>
        <translation>{type} kann kein Schlüssel eines Wörterbuchs sein</translation>
    </message>
    <message>
        <source>{type} is not callable</source>
        <translation>{type} kann nicht aufgerufen werden</translation>
    </message>
    <message>
        <source>{type} cannot be printed as text</source>
        <translation>{type} hat keinen Text zum Ausgeben</translation>
    </message>
    <message>
        <source>the value of a call or filter block must be a string, not {type}</source>
        <translation>was ein call- oder filter-Block ergibt, muss ein Text sein, nicht {type}</translation>
    </message>
    <message>
        <source>{type} cannot be written as JSON</source>
        <translation>{type} kann nicht als JSON geschrieben werden</translation>
    </message>
    <message>
        <source>{name} got too many arguments</source>
        <translation>{name} wird mit zu vielen Argumenten aufgerufen</translation>
    </message>
    <message>
        <source>{name} has no argument {argument}, or got it twice</source>
        <translation>{name} hat kein Argument {argument}, oder hat es zweimal</translation>
    </message>
    <message>
        <source>{name} is missing its argument {argument}</source>
        <translation>{name} wird ohne sein Argument {argument} aufgerufen</translation>
    </message>
    <message>
        <source>{name} does not accept {type}</source>
        <translation>{name} kann {type} nicht nehmen</translation>
    </message>
    <message>
        <source>{name} did not find what it looked for</source>
        <translation>{name} hat nicht gefunden, was es suchte</translation>
    </message>
    <message>
        <source>cannot split at an empty string</source>
        <translation>ein Text kann nicht an einem leeren Text geschnitten werden</translation>
    </message>
    <message>
        <source>the format {format} does not match its values</source>
        <translation>das Format {format} passt nicht zu seinen Werten</translation>
    </message>
    <message>
        <source>a range can have at most {most} numbers</source>
        <translation>ein range hat höchstens {most} Zahlen</translation>
    </message>
    <message>
        <source>{name} is not a namespace, so its attributes cannot be set</source>
        <translation>{name} ist kein namespace, daher kann darin nichts gesetzt werden</translation>
    </message>
    <message>
        <source>expected {wanted} values to unpack, but got more or fewer</source>
        <translation>{wanted} Werte sollten entpackt werden, und es sind mehr oder weniger</translation>
    </message>
    <message>
        <source>the rendered text is too large</source>
        <translation>der Text wird zu groß</translation>
    </message>
    <message>
        <source>nested too deeply</source>
        <translation>Dinge stehen zu tief ineinander</translation>
    </message>
    <message>
        <source>rendering takes more steps than any conversation needs</source>
        <translation>es braucht mehr Schritte, als irgendein Gespräch benötigt</translation>
    </message>
    <message>
        <source>cannot read Parquet files: {problem}; reinstall the engine</source>
        <translation>Parquet-Dateien können nicht gelesen werden: {problem}; installieren Sie die Engine neu</translation>
    </message>
    <message>
        <source>{path}: not readable as Parquet: {problem}; write the file again</source>
        <translation>{path}: lässt sich nicht als Parquet lesen: {problem}; schreiben Sie die Datei neu</translation>
    </message>
    <message>
        <source>{path}: no column {column}; the columns are {columns}</source>
        <translation>{path}: es gibt keine Spalte {column}; vorhanden sind {columns}</translation>
    </message>
    <message>
        <source>{path}: column {column} has the type {type}; supported are numbers, booleans, strings, timestamps and lists of these</source>
        <translation>{path}: die Spalte {column} ist {type}; gelesen werden Zahlen, Wahrheitswerte, Texte, Zeitpunkte und Listen davon</translation>
    </message>
    <message>
        <source>{path}: column {column} has no value in row {row} (counting from 0); fill or drop such rows</source>
        <translation>{path}: die Spalte {column} hat in Zeile {row} keinen Wert (die erste ist Zeile 0); füllen oder entfernen Sie solche Zeilen</translation>
    </message>
    <message>
        <source>{path}: column {column} has a number above 2^63 - 1 in row {row} (counting from 0)</source>
        <translation>{path}: die Spalte {column} hat in Zeile {row} eine Zahl über 2^63 - 1 (die erste ist Zeile 0)</translation>
    </message>
    <message>
        <source>has more objects than a state dict can need</source>
        <translation>hat mehr Objekte, als eine solche Datei brauchen kann</translation>
    </message>
    <message>
        <source>packing</source>
        <translation>packt</translation>
    </message>
    <message>
        <source>no sample {name}; choose from {names}</source>
        <translation>es gibt kein Muster {name}; es gibt {names}</translation>
    </message>
    <message>
        <source>the chat template marks the assistant&apos;s turns inside a macro or set block, where the marks do not match the text; set instructions.chat_template to another one</source>
        <translation>die Chat-Vorlage kennzeichnet, was der Assistent sagt, in einem macro- oder set-Block, wo die Marken nicht beim Text stehen; nennen Sie in instructions.chat_template eine andere</translation>
    </message>
    <message>
        <source>each node has {gpus} GPUs for {processes} processes, so the others stay idle; set resources.processes_per_node to auto, or ask for fewer GPUs</source>
        <translation>je Knoten gibt es {gpus} GPUs für {processes} Prozesse: die übrigen bleiben ungenutzt; setzen Sie resources.processes_per_node auf auto, oder verlangen Sie weniger GPUs</translation>
    </message>
    <message>
        <source>checkpoint.best_as_result needs evaluation and checkpoint.save_best; set evaluation.every_steps or evaluation.every_epochs and checkpoint.save_best: true</source>
        <translation>checkpoint.best_as_result braucht Auswertungen und checkpoint.save_best; setzen Sie evaluation.every_steps oder evaluation.every_epochs und checkpoint.save_best: true</translation>
    </message>
    <message>
        <source>the length of a stream is not known in advance; set training.max_steps, or {field} to false</source>
        <translation>ein Strom sagt nicht vorher, wie lang er ist; setzen Sie training.max_steps, oder {field} auf false</translation>
    </message>
    <message>
        <source>a tokenizer cannot be trained on texts that are streamed; set data.tokenizer, or data.streaming to false</source>
        <translation>mit gestreamten Texten lässt sich kein Tokenizer trainieren; setzen Sie data.tokenizer, oder data.streaming auf false</translation>
    </message>
    <message>
        <source>a share of streamed texts cannot be held out, since their number is not known; set data.validation, or data.validation_split_ratio to 0</source>
        <translation>von gestreamten Texten lässt sich kein Anteil zurückhalten, da ihre Zahl nicht bekannt ist; setzen Sie data.validation, oder data.validation_split_ratio auf 0</translation>
    </message>
    <message>
        <source>{field} needs all texts at once, so it cannot be used with data.streaming</source>
        <translation>{field} braucht alle Texte auf einmal und geht deshalb nicht mit data.streaming</translation>
    </message>
    <message>
        <source>data.test_split_ratio needs randomly drawn rows; set data.split_seed, or list files in data.test</source>
        <translation>data.test_split_ratio braucht gezogene Zeilen; setzen Sie data.split_seed, oder geben Sie Dateien in data.test an</translation>
    </message>
    <message>
        <source>{field} lists files, and {ratio} draws others from the training rows; keep only one of them</source>
        <translation>in {field} stehen Dateien, und {ratio} zieht weitere aus den Trainingszeilen; lassen Sie eines von beiden weg</translation>
    </message>
    <message>
        <source>data.validation_split_ratio and data.test_split_ratio add up to {sum} and leave nothing to train on; lower them</source>
        <translation>data.validation_split_ratio und data.test_split_ratio sind zusammen {sum} und lassen nichts zum Trainieren; wählen Sie sie kleiner</translation>
    </message>
    <message>
        <source>data.split_seed has nothing to draw; set data.validation_split_ratio or data.test_split_ratio, or remove it</source>
        <translation>data.split_seed hat nichts zu ziehen; setzen Sie data.validation_split_ratio oder data.test_split_ratio, oder lassen Sie es weg</translation>
    </message>
    <message>
        <source>data.sentence_parameters is not used without data.sentences</source>
        <translation>data.sentence_parameters wird ohne data.sentences nicht verwendet</translation>
    </message>
    <message>
        <source>data.sample_seed is not used without data.max_train_samples or data.max_validation_samples</source>
        <translation>data.sample_seed wird ohne data.max_train_samples oder data.max_validation_samples nicht verwendet</translation>
    </message>
    <message>
        <source>no preset {name}; choose from {known}</source>
        <translation>die Vorlage {name} gibt es nicht; es gibt {known}</translation>
    </message>
    <message>
        <source>no sample of {name} was created: {why}</source>
        <translation>von {name} wurde keine Probe erstellt: {why}</translation>
    </message>
    <message>
        <source>the {split} split of the data has no rows; list files in data.{split}</source>
        <translation>die Daten haben keine Zeilen im Teil {split}; geben Sie Dateien in data.{split} an</translation>
    </message>
    <message>
        <source>{file}: cannot be decompressed, so it is damaged or not in the format that its extension says; write it again</source>
        <translation>{file}: lässt sich nicht entpacken, ist also beschädigt oder anders gepackt, als die Endung sagt; schreiben Sie die Datei neu</translation>
    </message>
    <message>
        <source>{file}: file is truncated; copy or write it again</source>
        <translation>{file}: das Ende fehlt; kopieren oder schreiben Sie die Datei neu</translation>
    </message>
    <message>
        <source>{file}: not enough memory to decompress it</source>
        <translation>{file}: der Speicher reicht nicht, um die Datei zu entpacken</translation>
    </message>
    <message>
        <source>{file}: a line is longer than 1 GiB; break it up, or provide the texts as .jsonl</source>
        <translation>{file}: eine Zeile ist länger als 1 GiB; brechen Sie sie um, oder geben Sie Texte als .jsonl an</translation>
    </message>
    <message>
        <source>{file}: labeled texts are read from .csv, .tsv, .json, .jsonl and .parquet files; give such a file under data</source>
        <translation>{file}: Texte mit Klassen werden aus Dateien gelesen, die auf .csv, .tsv, .json, .jsonl oder .parquet enden; nennen Sie eine solche unter data</translation>
    </message>
    <message>
        <source>{file}: labeled words are read from .json, .jsonl, .parquet, .conll and .txt files; give such a file under data</source>
        <translation>{file}: Wörter mit Klassen werden aus Dateien gelesen, die auf .json, .jsonl, .parquet, .conll oder .txt enden; nennen Sie eine solche unter data</translation>
    </message>
    <message>
        <source>{path}: row {row} (counting from 0) has {tokens} tokens, more than data.sequence_length, which is {sequence_length}; raise it, or set timelines.collation to packed</source>
        <translation>{path}: Zeile {row} (die erste ist Zeile 0) hat {tokens} Tokens, mehr als data.sequence_length, das {sequence_length} ist; machen Sie das länger, oder setzen Sie timelines.collation auf packed</translation>
    </message>
    <message>
        <source>{path}: the training timelines do not fill one window of {sequence_length} tokens; provide more of them or lower data.sequence_length</source>
        <translation>{path}: die Trainingsverläufe füllen kein Fenster von {sequence_length} Tokens; geben Sie mehr davon an oder ein kürzeres data.sequence_length</translation>
    </message>
    <message>
        <source>rank {rank} sees different training files than the first rank; provide the same files on all nodes</source>
        <translation>Rang {rank} sieht andere Trainingsdateien als der erste Rang; geben Sie allen Knoten dieselben</translation>
    </message>
    <message>
        <source>{folder}: damaged; remove this cache folder and prepare the data again</source>
        <translation>{folder}: beschädigt; löschen Sie diesen Ordner des Zwischenspeichers und bereiten Sie neu vor</translation>
    </message>
    <message>
        <source>{file}: no rows, or none with a value in each column</source>
        <translation>{file}: enthält keine Zeile oder keine mit einem Wert in jeder Spalte</translation>
    </message>
    <message>
        <source>data of this kind is prepared in one step; run engine prepare with --output FOLDER</source>
        <translation>Daten dieser Art werden in einem Schritt vorbereitet; rufen Sie engine prepare mit --output ORDNER auf</translation>
    </message>
    <message>
        <source>no step {step} here; this document has {steps}</source>
        <translation>einen Schritt {step} gibt es hier nicht; dieses Dokument hat {steps}</translation>
    </message>
    <message>
        <source>{file}, row {row} (counting from 0): {what}</source>
        <translation>{file}, Zeile {row} (die erste ist Zeile 0): {what}</translation>
    </message>
    <message>
        <source>this experiment runs its own command (workload: command), so its data is unknown here; only data of the built-in engine can be inspected</source>
        <translation>das Experiment führt einen eigenen Befehl aus (workload: command); welche Daten er liest, ist nicht bekannt; nur Daten der Engine können angesehen werden</translation>
    </message>
    <message>
        <source>no split {split}; this data has {known}</source>
        <translation>einen Teil {split} gibt es nicht; diese Daten haben {known}</translation>
    </message>
    <message>
        <source>--from {from}: {split} has {examples} examples, counting from 0</source>
        <translation>--from {from}: {split} hat {examples} Beispiele, das erste ist 0</translation>
    </message>
    <message>
        <source>{path} is on this computer and would be sent to {target} when the run is submitted; inspect the data here first</source>
        <translation>{path} liegt auf diesem Rechner und würde beim Einreichen nach {target} gesendet; sehen Sie die Daten hier an, bevor sie gesendet werden</translation>
    </message>
    <message>
        <source>the engine is not on {target} yet; submitting a run installs it there</source>
        <translation>auf {target} gibt es noch keine Engine; ein Lauf, der dort eingereicht wird, bringt sie mit</translation>
    </message>
    <message>
        <source>inspecting the data failed (exit code {code}): {words}</source>
        <translation>das Ansehen der Daten ist fehlgeschlagen (Exit-Code {code}): {words}</translation>
    </message>
    <message>
        <source>inspecting the data was stopped</source>
        <translation>das Ansehen der Daten wurde abgebrochen</translation>
    </message>
    <message>
        <source>column {column} has text that is not UTF-8; write the file again</source>
        <translation>Spalte {column} enthält Text, der kein UTF-8 ist; schreiben Sie die Datei neu</translation>
    </message>
    <message>
        <source>{file}: instruction records are read from .json, .jsonl and .parquet files; convert it</source>
        <translation>{file}: Datensätze mit Anweisungen werden aus .json-, .jsonl- und .parquet-Dateien gelesen; wandeln Sie die Datei um</translation>
    </message>
    <message>
        <source>the record has messages, but there is no chat template; choose a tokenizer with one, or set instructions.chat_template</source>
        <translation>der Datensatz enthält Nachrichten, aber es gibt keine Chat-Vorlage; nennen Sie einen Tokenizer mit einer, oder geben Sie instructions.chat_template an</translation>
    </message>
    <message>
        <source>the best checkpoint {folder} cannot be used; the model of the last step is the result instead</source>
        <translation>der beste Checkpoint {folder} ist nicht verwendbar; das Modell des letzten Schritts ist das Ergebnis</translation>
    </message>
    <message>
        <source>selecting columns</source>
        <translation>Spalten übernehmen</translation>
    </message>
    <message>
        <source>splitting rows</source>
        <translation>Zeilen ziehen</translation>
    </message>
    <message>
        <source>learning sentence boundaries</source>
        <translation>lernen, wo Sätze enden</translation>
    </message>
    <message>
        <source>splitting into sentences</source>
        <translation>in Sätze teilen</translation>
    </message>
    <message>
        <source>grouping texts</source>
        <translation>zusammenfügen</translation>
    </message>
    <message>
        <source>counting</source>
        <translation>zählen</translation>
    </message>
    <message>
        <source>unknown site {name}; choose from {known}, or give the path of your own file</source>
        <translation>den Standort {name} gibt es nicht; es gibt {known}, oder geben Sie den Pfad einer eigenen Datei an</translation>
    </message>
    <message>
        <source>the site file {path} cannot be read: {problem}; correct it, or add the cluster without --site</source>
        <translation>die Standortdatei {path} ist nicht lesbar: {problem}; berichtigen Sie sie, oder fügen Sie den Cluster ohne --site hinzu</translation>
    </message>
    <message>
        <source>{path} is not a site file: it is larger than {limit} bytes</source>
        <translation>{path} ist keine Standortdatei: sie ist größer als {limit} Bytes</translation>
    </message>
    <message>
        <source>{field} must be a mapping of keys and values, not {found}</source>
        <translation>{field} muss Schlüssel mit Werten haben, nicht {found}</translation>
    </message>
    <message>
        <source>partition {partition} is not in the profile of {site}, which has {known}: its limits are not checked</source>
        <translation>für {site} ist keine Partition {partition} bekannt, nur {known}: ihre Grenzen werden nicht geprüft</translation>
    </message>
    <message>
        <source>{site} does not accept jobs without an account: set resources.account to your project&apos;s</source>
        <translation>{site} nimmt keinen Job ohne Konto: setzen Sie resources.account auf das Ihres Projekts</translation>
    </message>
    <message>
        <source>nodes of partition {partition} have {there} GPUs, but the experiment requests {asked} per node; request fewer, or more nodes</source>
        <translation>Knoten der Partition {partition} haben {there} GPUs, das Experiment verlangt je {asked}; verlangen Sie weniger oder mehr Knoten</translation>
    </message>
    <message>
        <source>GPUs of partition {partition} do not support bf16; use fp16 or fp32</source>
        <translation>GPUs der Partition {partition} können kein bf16; nehmen Sie fp16 oder fp32</translation>
    </message>
    <message>
        <source>training {millions} million parameters takes {bytes} bytes each, {asked} GiB plus activations, but GPUs of partition {partition} have {there}; use lora.rank, optimizer.kind adamw_8bit or a smaller model</source>
        <translation>{millions} Millionen Parameter zu trainieren braucht je {bytes} Bytes, {asked} GiB ohne Aktivierungen, und GPUs der Partition {partition} haben {there}; nehmen Sie lora.rank, optimizer.kind adamw_8bit oder ein kleineres Modell</translation>
    </message>
    <message>
        <source>{site} allows {rule} cores per GPU, {due} for {gpus} GPUs, but the experiment requests {asked}; lower resources.cpus_per_process</source>
        <translation>{site} gibt {rule} Kerne je GPU, {due} für {gpus} GPUs, das Experiment verlangt {asked}; senken Sie resources.cpus_per_process</translation>
    </message>
    <message>
        <source>{site} provides {rule} cores per GPU, {due} for {gpus} GPUs, but the experiment requests only {asked}; raise resources.cpus_per_process</source>
        <translation>{site} gibt {rule} Kerne je GPU, {due} für {gpus} GPUs, das Experiment verlangt nur {asked}; erhöhen Sie resources.cpus_per_process</translation>
    </message>
    <message>
        <source>nodes of {site} have no internet access to pull {found}: pull the image first, and use its file</source>
        <translation>Knoten von {site} haben kein Internet, um {found} zu holen: holen Sie das Abbild vorher und nennen Sie seine Datei</translation>
    </message>
    <message>
        <source>nodes of {site} have no internet access: download models and data first, and set HF_HUB_OFFLINE to 1 if the program uses Hugging Face</source>
        <translation>Knoten von {site} haben kein Internet: holen Sie Modelle und Daten vorher, und setzen Sie HF_HUB_OFFLINE auf 1, wo das Programm Hugging Face verwendet</translation>
    </message>
    <message>
        <source>run {run} has no metrics yet, so nothing was written; `yard show {run}` shows its state</source>
        <translation>der Lauf {run} hat noch keine Messwerte, darum wurde nichts geschrieben; `yard show {run}` sagt, was er tut</translation>
    </message>
    <message>
        <source>{field} is only for files of texts for language modeling or classification (sentences: for language modeling only); remove it</source>
        <translation>{field} gilt für Dateien mit Texten zum Sprachmodellieren oder zum Klassifizieren (Sätze: nur für Ersteres); lassen Sie es weg</translation>
    </message>
    <message>
        <source>{split}: {file} has no column {wanted}, so its first column, {column}, is used as the text; to use another one, set data.text_column (available: {columns})</source>
        <translation>{split}: {file} hat keine Spalte {wanted}, darum wird ihre erste, {column}, als Text gelesen; eine andere nennen Sie in data.text_column (es gibt {columns})</translation>
    </message>
    <message>
        <source>{split}: {file} and {others} more files have no column {wanted}, so the first column of each is used as the text, here {column}; to use another one, set data.text_column (available: {columns})</source>
        <translation>{split}: {file} und {others} weitere Dateien haben keine Spalte {wanted}, darum wird je die erste als Text gelesen, hier {column}; eine andere nennen Sie in data.text_column (es gibt {columns})</translation>
    </message>
    <message>
        <source>{file}: rows can be drawn or filtered only from .csv, .tsv, .json, .jsonl and .parquet files; convert it to one of these</source>
        <translation>{file}: Zeilen werden nur aus Dateien .csv, .tsv, .json, .jsonl und .parquet gezogen oder weggelassen; wandeln Sie sie in eine davon um</translation>
    </message>
    <message>
        <source>the label {label} has a semicolon, or a space at its start or end, which drawn or filtered rows cannot preserve; rename it</source>
        <translation>das Label {label} hat ein Semikolon oder ein Leerzeichen am Rand, was gezogene oder ausgelassene Zeilen nicht behalten; benennen Sie es um</translation>
    </message>
    <message>
        <source>column {column} has a null character, which is not allowed in text; remove it</source>
        <translation>die Spalte {column} enthält ein Nullzeichen, das kein Text ist; entfernen Sie es</translation>
    </message>
    <message>
        <source>the record has {found}, but neither prompt and completion, nor messages, nor text in {column}: {advice}</source>
        <translation>der Datensatz hat {found}, aber weder prompt und completion noch messages noch einen Text in {column}: {advice}</translation>
    </message>
    <message>
        <source>{field} must be a list of messages with role and content, not {found}; write it as a JSON list, not as a string</source>
        <translation>{field} muss eine Liste von Nachrichten mit role und content sein, nicht {found}; schreiben Sie sie als Liste in JSON, nicht als Text</translation>
    </message>
    <message>
        <source>the role of message {number} of {field} must be a string, not {found}</source>
        <translation>role von Nachricht {number} in {field} muss ein Text sein, nicht {found}</translation>
    </message>
    <message>
        <source>the format {format} reads {wanted}, but the record has {found} and no {field}: {advice}</source>
        <translation>das Format {format} liest {wanted}, der Datensatz hat aber {found} und kein {field}: {advice}</translation>
    </message>
    <message>
        <source>set instructions.formatter to null, which takes records with {shape} as they are</source>
        <translation>setzen Sie instructions.formatter auf null, das Datensätze mit {shape} nimmt, wie sie sind</translation>
    </message>
    <message>
        <source>set instructions.formatter (in a mixture: map_fn) to a format that reads such records: {formats}</source>
        <translation>setzen Sie instructions.formatter (in einer Mischung map_fn) auf ein Format, das solche Datensätze liest: {formats}</translation>
    </message>
    <message>
        <source>set instructions.formatter to null, which takes records with {shape} as they are, or (in a mixture: map_fn) to {formats}</source>
        <translation>setzen Sie instructions.formatter auf null, das Datensätze mit {shape} nimmt, wie sie sind, oder (in einer Mischung map_fn) auf {formats}</translation>
    </message>
    <message>
        <source>set instructions.formatter (in a mixture: map_fn) to the format of this data, or correct the record</source>
        <translation>nennen Sie das Format dieser Daten in instructions.formatter (in einer Mischung map_fn), oder berichtigen Sie den Datensatz</translation>
    </message>
    <message>
        <source>the chat template leaves out message {number}, whose role is {role}; rename the role to user, assistant, system or tool, or set instructions.chat_template to a template that supports it</source>
        <translation>die Chat-Vorlage lässt Nachricht {number} mit der Rolle {role} aus; nennen Sie sie user, assistant, system oder tool, oder nennen Sie in instructions.chat_template eine Vorlage, die sie kennt</translation>
    </message>
    <message>
        <source>could not count the files there: {words}</source>
        <translation>was dort liegt, konnte nicht gezählt werden: {words}</translation>
    </message>
    <message>
        <source>at most {limit} paths can be counted at once</source>
        <translation>mehr als {limit} Pfade werden nicht auf einmal gezählt</translation>
    </message>
    <message>
        <source>{target} is not connected, so its paths are not checked; connect it first</source>
        <translation>{target} ist nicht verbunden, daher wird dort nichts nachgesehen; verbinden Sie es zuerst</translation>
    </message>
    <message>
        <source>{field} is ignored, since instructions.mixture lists the files; leave one of them empty</source>
        <translation>{field} wird nicht gelesen, da instructions.mixture die Dateien nennt; lassen Sie eines von beiden leer</translation>
    </message>
    <message>
        <source>data.sequence_length is {sequence_length}, but the model has only {positions} positions; lower it or set model.overrides.{key}</source>
        <translation>data.sequence_length ist {sequence_length}, aber das Modell hat nur {positions} Positionen; verkürzen Sie es oder setzen Sie model.overrides.{key}</translation>
    </message>
    <message>
        <source>data.sequence_length is {sequence_length}, but the pretrained model has only {positions} positions; lower it</source>
        <translation>data.sequence_length ist {sequence_length}, aber das vortrainierte Modell hat nur {positions} Positionen; verkürzen Sie es</translation>
    </message>
    <message>
        <source>the pretrained model has no weights for the head, which is newly initialized ({count} tensors, the first is {first})</source>
        <translation>das vortrainierte Modell hat keine Gewichte für den Kopf, der neu initialisiert wird ({count} Tensoren, der erste ist {first})</translation>
    </message>
    <message>
        <source>the texts of --input do not fill one row of {sequence_length} tokens; provide more text, or lower data.sequence_length</source>
        <translation>die Texte von --input füllen keine Zeile von {sequence_length} Tokens; geben Sie mehr oder eine kürzere data.sequence_length</translation>
    </message>
    <message>
        <source>workload is {workload}, so the document&apos;s own command does the training and the engine has nothing to run; submit it with yard</source>
        <translation>der Workload des Dokuments ist {workload}: sein eigener Befehl trainiert, und diese Engine hat nichts damit zu tun; reichen Sie es mit yard ein</translation>
    </message>
    <message>
        <source>{folder} is neither a checkpoint nor a run folder; give one of these</source>
        <translation>{folder} ist weder ein Checkpoint noch der Ordner eines Laufs; nennen Sie einen davon</translation>
    </message>
    <message>
        <source>unknown command {name}; did you mean {nearest}?</source>
        <translation>es gibt keinen Befehl {name}; meinten Sie {nearest}?</translation>
    </message>
    <message>
        <source>unknown command {name}; the commands are {known}</source>
        <translation>es gibt keinen Befehl {name}; es gibt {known}</translation>
    </message>
    <message>
        <source>model configuration: model_type is &quot;{found}&quot;, which is not supported; supported are {known}</source>
        <translation>Modellkonfiguration: model_type ist „{found}“, was nicht trainiert werden kann; bekannt sind {known}</translation>
    </message>
    <message>
        <source>model configuration: model_type is &quot;{found}&quot;, but model.kind is {kind}; set model.kind to {meant}</source>
        <translation>Modellkonfiguration: model_type ist „{found}“, aber model.kind ist {kind}; setzen Sie model.kind auf {meant}</translation>
    </message>
    <message>
        <source>the pretrained model has weights that are not used ({count} tensors, the first is {first})</source>
        <translation>das vortrainierte Modell hat Gewichte, die nicht verwendet werden ({count} Tensoren, der erste ist {first})</translation>
    </message>
    <message>
        <source>a value of add_prefix_space in tokenizer_config.json ({value}) other than in tokenizer.json</source>
        <translation>ein Wert von add_prefix_space in tokenizer_config.json ({value}), der nicht der von tokenizer.json ist,</translation>
    </message>
    <message>
        <source>batch.global is {global}, which does not divide evenly among {ranks} processes; the nearest value that does is {nearest}</source>
        <translation>batch.global ist {global}, was {ranks} Prozesse nicht gleich teilen können; der nächste Wert, bei dem es geht, ist {nearest}</translation>
    </message>
    <message>
        <source>tools must be a list of objects, or such a list as a JSON string, not {found}</source>
        <translation>tools muss eine Liste von Objekten sein oder eine solche Liste als JSON-Text, nicht {found}</translation>
    </message>
    <message>
        <source>message {number} of {field} must be an object with role and content (which may be null next to tool_calls)</source>
        <translation>Nachricht {number} von {field} muss ein Objekt mit role und content sein (das neben tool_calls null sein darf)</translation>
    </message>
    <message>
        <source>the data&apos;s tokenizer splits text into different tokens than the tokenizer of {model}, which the model was trained with; prepare the data with the model&apos;s tokenizer</source>
        <translation>der Tokenizer der Daten zerlegt Texte in andere Tokens als der von {model}, mit dem das Modell trainiert wurde; bereiten Sie die Daten mit dem Tokenizer des Modells vor</translation>
    </message>
    <message>
        <source>{count} of {entries} ids stand for different tokens in the data than in the tokenizer of {model} (id {id}: {found} instead of {wanted}), so the model would see different text than it was trained on; prepare the data with the model&apos;s tokenizer</source>
        <translation>{count} von {entries} IDs stehen in den Daten für andere Tokens als im Tokenizer von {model} (ID {id}: {found} statt {wanted}): das Modell liest andere Wörter als die, mit denen es trainiert wurde; bereiten Sie die Daten mit dem Tokenizer des Modells vor</translation>
    </message>
    <message>
        <source>{model}: the model was trained with the labels {wanted}, but the data has {found}: its outputs are renamed to these, in order</source>
        <translation>{model}: das Modell wurde mit den Labels {wanted} trainiert, die Daten haben {found}: seine Ausgaben bekommen diese Namen der Reihe nach</translation>
    </message>
    <message>
        <source>the pre-tokenizer {type} after ByteLevel</source>
        <translation>der Vor-Tokenizer {type} hinter ByteLevel</translation>
    </message>
    <message>
        <source>the part {rest} of the expression {expression}</source>
        <translation>vom Ausdruck {expression} der Teil {rest}</translation>
    </message>
    <message>
        <source>{folder}: config.json ties the head to the embedding (tie_word_embeddings), but the weights contain a separate head; it is kept, and the trained model is not tied</source>
        <translation>{folder}: config.json sagt, der Kopf sei die Einbettung (tie_word_embeddings), aber die Gewichte enthalten einen anderen Kopf; er bleibt erhalten, und das trainierte Modell ist nicht gekoppelt</translation>
    </message>
    <message>
        <source>model configuration: {key} has sliding layers, but the model has no window; set use_sliding_window and sliding_window</source>
        <translation>Modellkonfiguration: {key} hat gleitende Schichten, aber das Modell hat kein Fenster; setzen Sie use_sliding_window und sliding_window</translation>
    </message>
    <message>
        <source>{file}: the column {column} has the type {type}, which cannot be read as a text or a number; convert it to texts (string) first</source>
        <translation>{file}: die Spalte {column} hat den Typ {type}, der nicht als Text oder Zahl gelesen werden kann; wandeln Sie sie zuerst in Texte (string) um</translation>
    </message>
    <message>
        <source>{field} puts several records into a row, but the state of a Mamba model passes from one to the next; leave it out, or choose another model.kind</source>
        <translation>{field} fasst mehrere Datensätze in einer Zeile zusammen, aber der Zustand eines Mamba-Modells geht von einem auf den nächsten über; lassen Sie es weg, oder wählen Sie ein anderes model.kind</translation>
    </message>
    <message>
        <source>{file}: is not the file but a pointer to it, which git-lfs has left; run `git lfs pull` in its folder, or download the file</source>
        <translation>{file}: ist nicht die Datei, sondern ein Zeiger auf sie, den git-lfs hinterlassen hat; führen Sie in ihrem Ordner `git lfs pull` aus, oder laden Sie die Datei herunter</translation>
    </message>
    <message>
        <source>{file}: is a link to {target}, which does not exist; copy the folder with the files that its links lead to (cp -rL), or download it again</source>
        <translation>{file}: ist eine Verknüpfung mit {target}, das es nicht gibt; kopieren Sie den Ordner mit den Dateien, auf die seine Verknüpfungen zeigen (cp -rL), oder laden Sie ihn erneut herunter</translation>
    </message>
    <message>
        <source>{file}: does not exist, although {index} names it; the download is not complete, download the missing files</source>
        <translation>{file}: gibt es nicht, obwohl {index} sie nennt; der Download ist unvollständig, laden Sie die fehlenden Dateien herunter</translation>
    </message>
    <message>
        <source>{file}: has no tensor {tensor}; its names begin with {prefix}, {origin}; save the model without it</source>
        <translation>{file}: hat keinen Tensor {tensor}; die Namen beginnen mit {prefix}, {origin}; speichern Sie das Modell ohne das</translation>
    </message>
    <message>
        <source>as peft writes a whole model with its adapters (merge_and_unload() makes one without)</source>
        <translation>wie peft ein ganzes Modell mit seinen Adaptern schreibt (merge_and_unload() macht eines ohne)</translation>
    </message>
    <message>
        <source>as a model that torch&apos;s DataParallel or DistributedDataParallel wraps has them (model.module is the one without)</source>
        <translation>wie bei einem Modell in DataParallel oder DistributedDataParallel von torch (model.module ist das ohne)</translation>
    </message>
    <message>
        <source>as a model from torch.compile has them (model._orig_mod is the one without)</source>
        <translation>wie bei einem Modell aus torch.compile (model._orig_mod ist das ohne)</translation>
    </message>
    <message>
        <source>message {number} of conversations is from human or gpt, which models do not know as roles: write user instead of human, and assistant instead of gpt</source>
        <translation>Nachricht {number} von conversations ist von human oder gpt, die Modelle als Rollen nicht kennen: schreiben Sie user statt human und assistant statt gpt</translation>
    </message>
    <message>
        <source>{split}: {file} has {columns}, as data with preferences has it, but instruction tuning does not read this: every record is learned as wanted; remove the records that are not wanted</source>
        <translation>{split}: {file} hat {columns}, wie Daten mit Präferenzen es haben, aber Instruction Tuning liest das nicht: jeder Datensatz wird als erwünscht gelernt; entfernen Sie die unerwünschten</translation>
    </message>
    <message>
        <source>{split}: {file} has no column {wanted}, so its only column, {column}, is used as the text; if its first line is a text and no header, write a line with {wanted} above it</source>
        <translation>{split}: {file} hat keine Spalte {wanted}, also ist ihre einzige Spalte, {column}, der Text; wenn die erste Zeile Text und keine Kopfzeile ist, schreiben Sie eine Zeile mit {wanted} darüber</translation>
    </message>
    <message>
        <source>{split}: {file} has one column, because its name says that &quot;{separator}&quot; separates columns, but its header has &quot;{found}&quot;: {column}; whole lines are learned as text, with all columns; separate them with &quot;{separator}&quot;</source>
        <translation>{split}: {file} hat eine Spalte, weil ihr Name sagt, dass „{separator}“ die Spalten trennt, aber ihre Kopfzeile hat „{found}“: {column}; ganze Zeilen werden als Text gelernt, mit allen Spalten; trennen Sie sie mit „{separator}“</translation>
    </message>
    <message>
        <source>{model}: config.json names no labels (id2label), but the data has {found}; give a model that was trained to classify, or name its labels in id2label</source>
        <translation>{model}: config.json nennt keine Label (id2label), aber die Daten haben {found}; geben Sie ein Modell an, das zum Klassifizieren trainiert wurde, oder nennen Sie seine Label in id2label</translation>
    </message>
    <message>
        <source>a search of several trials at once</source>
        <translation>einer Suche mit mehreren Versuchen zugleich</translation>
    </message>
    <message>
        <source>trial {trial} counts with {metric} {value}, but the model in results/ has {found}: early stopping waits for another metric, or search.direction is not the metric&apos;s; set evaluation.metric to {metric}</source>
        <translation>Versuch {trial} zählt mit {metric} {value}, aber das Modell in results/ hat {found}: das frühe Anhalten wartet auf eine andere Metrik, oder search.direction ist nicht die der Metrik; setzen Sie evaluation.metric auf {metric}</translation>
    </message>
    <message>
        <source>search.trials: search.space has only {combinations} combinations, so the search ends after {combinations} of {trials} trials; lower search.trials, or widen the space</source>
        <translation>search.trials: search.space hat nur {combinations} Kombinationen, die Suche endet also nach {combinations} von {trials} Versuchen; senken Sie search.trials, oder erweitern Sie den Raum</translation>
    </message>
    <message>
        <source>model.overrides has both {key} and {other}, which say the same thing; leave one of them out</source>
        <translation>model.overrides hat sowohl {key} als auch {other}, die dasselbe sagen; lassen Sie eines davon weg</translation>
    </message>
    <message>
        <source>model.overrides.{key} has no effect, because the model&apos;s config.json has {other}, which stands above it; override {other}, too (null: computed from {key})</source>
        <translation>model.overrides.{key} hat keine Wirkung, weil config.json des Modells {other} hat, das darüber steht; setzen Sie auch {other} (null: aus {key} berechnet)</translation>
    </message>
    <message>
        <source>model.overrides.{key} has {part}, which nothing reads; its parts are {known}</source>
        <translation>model.overrides.{key} hat {part}, das nichts liest; seine Teile sind {known}</translation>
    </message>
    <message>
        <source>model.overrides.tie_word_embeddings has no effect: the weights in {folder} contain a head of their own; it is kept, and the trained model is not tied</source>
        <translation>model.overrides.tie_word_embeddings hat keine Wirkung: die Gewichte in {folder} enthalten einen eigenen Kopf; er bleibt erhalten, und das trainierte Modell ist nicht gekoppelt</translation>
    </message>
    <message>
        <source>model.overrides.{key} has no effect: the data and the task decide it; the trained model has {found}</source>
        <translation>model.overrides.{key} hat keine Wirkung: Daten und Aufgabe bestimmen es; das trainierte Modell hat {found}</translation>
    </message>
    <message>
        <source>model configuration: {key} is of type {type}, which needs {part}; add it</source>
        <translation>Modellkonfiguration: {key} ist vom Typ {type}, der {part} braucht; ergänzen Sie es</translation>
    </message>
    <message>
        <source>how much memory a step needs is not known, because the estimate failed ({cause}); the training goes on without it</source>
        <translation>Wie viel Speicher ein Schritt braucht, ist nicht bekannt, weil die Schätzung misslang ({cause}); das Training läuft ohne sie weiter</translation>
    </message>
    <message>
        <source>all {count} rows of the {split} split have the same number, so there is nothing to tell apart; check data.label_column</source>
        <translation>alle {count} Zeilen des Teils {split} haben dieselbe Zahl, es gibt also nichts zu unterscheiden; prüfen Sie data.label_column</translation>
    </message>
    <message>
        <source>all {count} rows of the {split} split have the same label, so there is nothing to tell apart; check data.label_column and task.labels</source>
        <translation>alle {count} Zeilen des Teils {split} haben dasselbe Label, es gibt also nichts zu unterscheiden; prüfen Sie data.label_column und task.labels</translation>
    </message>
    <message>
        <source>{count} texts of the {split} split begin with the token that the tokenizer adds before every text, so it occurs twice; remove it from the texts</source>
        <translation>{count} Texte des Teils {split} beginnen mit dem Token, das der Tokenizer vor jeden Text setzt, es steht also doppelt da; nehmen Sie es aus den Texten</translation>
    </message>
    <message>
        <source>none of the {rows} rows of the {split} split has anything to learn: their targets are missing or come after the first {sequence_length} tokens; raise data.sequence_length, or shorten or correct the records</source>
        <translation>von keiner der {rows} Zeilen des Teils {split} wird etwas gelernt: was gelernt würde, liegt hinter ihren ersten {sequence_length} Tokens oder fehlt; erhöhen Sie data.sequence_length, oder kürzen oder berichtigen Sie die Datensätze</translation>
    </message>
    <message>
        <source>{count} of the {rows} rows of the {split} split have nothing to learn: their targets are missing or come after the first {sequence_length} tokens; raise data.sequence_length, or shorten or correct these records</source>
        <translation>von {count} der {rows} Zeilen des Teils {split} wird nichts gelernt: was gelernt würde, liegt hinter ihren ersten {sequence_length} Tokens oder fehlt; erhöhen Sie data.sequence_length, oder kürzen oder berichtigen Sie diese Datensätze</translation>
    </message>
    <message>
        <source>{count} records of the {split} split are longer than {sequence_length} tokens (data.sequence_length) and are truncated</source>
        <translation>{count} Datensätze des Teils {split} sind länger als {sequence_length} Tokens (data.sequence_length), ihr Ende entfällt also</translation>
    </message>
    <message>
        <source>none of the {steps} steps had anything to learn, so the model is unchanged; provide records with something to learn, or raise data.sequence_length</source>
        <translation>keiner der {steps} Schritte hatte etwas zu lernen, das Modell ist also, was es vorher war; geben Sie Datensätze, von denen etwas gelernt wird, oder eine größere data.sequence_length</translation>
    </message>
    <message>
        <source>no row of step {step} has anything to learn, so it changed no weights; further such steps are not reported</source>
        <translation>in keiner Zeile des Schritts {step} gibt es etwas zu lernen, er änderte also kein Gewicht; weitere solche Schritte werden nicht gemeldet</translation>
    </message>
    <message>
        <source>{count} records have no end token in what is learned, so the model does not learn to end its answers: let the chat template write the end token inside the learned part, or set instructions.eos_token to the one that it writes</source>
        <translation>von {count} Datensätzen wird kein Token gelernt, bei dem ein Modell aufhört; so lehrt nichts dieses Modell, seine Antworten zu beenden: lassen Sie die Chat-Vorlage das Endtoken innerhalb dessen schreiben, was gelernt wird, oder nennen Sie das, was sie schreibt, in instructions.eos_token</translation>
    </message>
    <message>
        <source>the tokens of {count} prompts differ from the start of those of prompt and completion together, so the loss starts a token early or late: end prompts with a line break, or move the space between the two to the start of the completion</source>
        <translation>die Tokens von {count} Eingaben sind nicht der Anfang derer von Eingabe und Antwort zusammen, sodass das Gelernte ein Token zu früh oder zu spät beginnt: beenden Sie Eingaben mit einem Zeilenumbruch oder setzen Sie das Leerzeichen dazwischen an den Anfang der Antwort</translation>
    </message>
    <message>
        <source>resources.after and resources.dependency are both set; keep one</source>
        <translation>resources.after und resources.dependency sind beide gesetzt; behalten Sie eines</translation>
    </message>
    <message>
        <source>at the bastion &apos;{bastion}&apos; on the way: {why}</source>
        <translation>am Zwischenhost »{bastion}« auf dem Weg: {why}</translation>
    </message>
    <message>
        <source>the bastion &apos;{bastion}&apos; forbids forwarding to {address}, port {port}; ask its administrators about AllowTcpForwarding and PermitOpen, or use another host in ProxyJump</source>
        <translation>der Zwischenhost »{bastion}« verbietet das Weiterleiten zu {address}, Port {port}; fragen Sie seine Verwalter nach AllowTcpForwarding und PermitOpen oder nennen Sie in ProxyJump einen anderen Host</translation>
    </message>
    <message>
        <source>the bastion &apos;{bastion}&apos; cannot connect to {address}, port {port} ({said}); check HostName and Port, and that this is the right host in ProxyJump</source>
        <translation>der Zwischenhost »{bastion}« bekommt keine Verbindung zu {address}, Port {port} ({said}); prüfen Sie HostName und Port und ob in ProxyJump der richtige Host steht</translation>
    </message>
    <message>
        <source>the shell for ProxyCommand ({command}) could not be started; check SHELL</source>
        <translation>die Shell für ProxyCommand ({command}) ließ sich nicht starten; prüfen Sie SHELL</translation>
    </message>
    <message>
        <source>its ProxyCommand ({command}) exited with code {exit_code} and said: {said}; run it by hand to see what is wrong</source>
        <translation>sein ProxyCommand ({command}) endete mit Code {exit_code} und sagte: {said}; führen Sie es von Hand aus, um zu sehen, was fehlt</translation>
    </message>
    <message>
        <source>{user}@{address}, port {port}, accepted the first authentication but requires a second one that is not supported here ({methods}); ask the site how to log in with a key, a password or a code</source>
        <translation>{user}@{address}, Port {port}, nahm den ersten Nachweis und will einen weiteren, der hier nicht möglich ist ({methods}); fragen Sie bei der Site nach Schlüssel, Passwort oder Code</translation>
    </message>
    <message>
        <source>it asks for a password or a code</source>
        <translation>es fragt nach einem Passwort oder Code</translation>
    </message>
    <message>
        <source>a prompt of {address}, port {port}, was not answered</source>
        <translation>die Frage von {address}, Port {port}, wurde nicht beantwortet</translation>
    </message>
    <message>
        <source>it closed the connection after waiting {seconds} s for an answer; connect again and answer sooner</source>
        <translation>es hat die Verbindung nach {seconds} s Warten auf eine Antwort beendet; neu verbinden und schneller antworten</translation>
    </message>
    <message>
        <source>it asked {count} questions at once; this is not a login</source>
        <translation>es stellte {count} Fragen auf einmal; das ist keine Anmeldung</translation>
    </message>
    <message>
        <source>{user}@{address}, port {port}, allows no further attempts; connect again with the right password or code</source>
        <translation>{user}@{address}, Port {port}, lässt keine weiteren Versuche zu; neu verbinden mit richtigem Passwort oder Code</translation>
    </message>
    <message>
        <source>{user}@{address}, port {port}, did not accept the answer; connect again with the right password or code ({methods})</source>
        <translation>{user}@{address}, Port {port}, hat die Antworten nicht angenommen; neu verbinden mit richtigem Passwort oder Code ({methods})</translation>
    </message>
    <message>
        <source>it has a user for &apos;{host}&apos; that is not allowed on a command line: {user}</source>
        <translation>für »{host}« nennt sie einen Benutzer, der in keiner Befehlszeile stehen darf: {user}</translation>
    </message>
    <message>
        <source>more than {files} files are included, the last one is {path}</source>
        <translation>mehr als {files} Dateien sind eingebunden, die letzte ist {path}</translation>
    </message>
    <message>
        <source>{path} has more than {bytes} bytes</source>
        <translation>{path} hat mehr als {bytes} Bytes</translation>
    </message>
    <message>
        <source>{path}, line {line}: &apos;{value}&apos; is not a list of hosts for ProxyJump; write HOST, USER@HOST:PORT or ssh://USER@HOST:PORT, separated by commas</source>
        <translation>{path}, Zeile {line}: »{value}« ist keine Liste von Hosts für ProxyJump; schreiben Sie HOST, BENUTZER@HOST:PORT oder ssh://BENUTZER@HOST:PORT, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>&apos;{host}&apos; is reached through itself; write ProxyJump none for the host that is reached directly</source>
        <translation>»{host}« wird über sich selbst erreicht; schreiben Sie ProxyJump none für den Host, der direkt erreicht wird</translation>
    </message>
    <message>
        <source>there are more than {hops} hosts on the way to &apos;{host}&apos;</source>
        <translation>auf dem Weg zu »{host}« stehen mehr als {hops} Hosts</translation>
    </message>
    <message>
        <source>{path}, line {line}: ProxyUseFdpass is not supported; use a ProxyCommand that transfers the data itself, such as one with ssh -W</source>
        <translation>{path}, Zeile {line}: ProxyUseFdpass wird nicht unterstützt; schreiben Sie ein ProxyCommand, das die Bytes selbst trägt, etwa eines mit ssh -W</translation>
    </message>
    <message>
        <source>{path}, line {line}: host names are not canonicalized here; give the full name</source>
        <translation>{path}, Zeile {line}: Hostnamen werden hier nicht vervollständigt; nennen Sie den ganzen Namen</translation>
    </message>
    <message>
        <source>{name} is not a host; give an alias from your ssh configuration, a host name, or USER@HOST:PORT</source>
        <translation>{name} ist kein Host; nennen Sie einen Alias Ihrer ssh-Konfiguration, einen Hostnamen oder BENUTZER@HOST:PORT</translation>
    </message>
    <message>
        <source>waits for {run} to complete</source>
        <translation>wartet, bis {run} abgeschlossen ist</translation>
    </message>
    <message>
        <source>waits for {run} to end</source>
        <translation>wartet auf das Ende von {run}</translation>
    </message>
    <message>
        <source>waits for {run} to end without completing</source>
        <translation>wartet, bis {run} endet, ohne abgeschlossen zu sein</translation>
    </message>
    <message>
        <source>{first}, and for {count} more</source>
        <translation>{first}, und auf {count} weitere</translation>
    </message>
    <message>
        <source>it never starts, since it waits for {run} to complete, but that run ended otherwise; resume {run}, then this one</source>
        <translation>er beginnt nie, weil er auf den Abschluss von {run} wartet, der anders endete; setzen Sie {run} fort, dann diesen</translation>
    </message>
    <message>
        <source>it never starts, since it waits for {run} to end without completing, but that run completed</source>
        <translation>er beginnt nie, weil {run} abgeschlossen wurde und er auf das Gegenteil wartet</translation>
    </message>
    <message>
        <source>waits for {run}, which is still being submitted</source>
        <translation>wartet auf {run}, der selbst gerade eingereicht wird</translation>
    </message>
    <message>
        <source>{run} is on {other}; a run on {target} can wait only for a run that is on the same target or has ended</source>
        <translation>{run} ist auf {other}; ein Lauf auf {target} kann nur auf einen warten, der auch dort oder zu Ende ist</translation>
    </message>
    <message>
        <source>no study starts with {study}; `yard runs` lists them</source>
        <translation>keine Studie beginnt mit {study}; `yard runs` zeigt sie</translation>
    </message>
    <message>
        <source>--grid {found}: expected PATH=VALUE,VALUE</source>
        <translation>--grid {found}: schreiben Sie PFAD=WERT,WERT</translation>
    </message>
    <message>
        <source>--grid has {found} twice; keep one</source>
        <translation>--grid hat {found} zweimal; behalten Sie eines</translation>
    </message>
    <message>
        <source>--grid: {first} and {second} are the same run; keep one of them</source>
        <translation>--grid: {first} und {second} sind derselbe Lauf; behalten Sie einen davon</translation>
    </message>
    <message>
        <source>--grid produces more than {limit} runs; use fewer values</source>
        <translation>--grid ergibt mehr als {limit} Läufe; nehmen Sie weniger Werte</translation>
    </message>
    <message>
        <source>several studies start with {study}; give more characters</source>
        <translation>mehrere Studien beginnen mit {study}; geben Sie mehr davon an</translation>
    </message>
    <message>
        <source>{host} asks for a password</source>
        <translation>{host} fragt nach einem Passwort</translation>
    </message>
    <message>
        <source>{host} asks a question that needs your answer</source>
        <translation>{host} fragt etwas, das ein Mensch weiß</translation>
    </message>
    <message>
        <source>relay takes no arguments, or --probe and a port from 1 to 65535</source>
        <translation>relay nimmt nichts, oder --probe und einen Port von 1 bis 65535 zum Versuchen</translation>
    </message>
    <message>
        <source>invalid request to relay</source>
        <translation>was kam, versteht relay nicht</translation>
    </message>
    <message>
        <source>nothing is listening on port {port} of this node</source>
        <translation>an Port {port} dieses Knotens antwortet nichts</translation>
    </message>
    <message>
        <source>read takes the folder of an attempt, and a JSON object on standard input</source>
        <translation>read erwartet den Ordner eines Versuchs und ein JSON-Objekt auf der Standardeingabe</translation>
    </message>
    <message>
        <source>{attempt} has no output of a program to read</source>
        <translation>{attempt} hat keine Ausgabe eines Programms, die gelesen werden könnte</translation>
    </message>
    <message>
        <source>the output could not be read on {target} (exit code {code}): {words}</source>
        <translation>die Ausgabe konnte auf {target} nicht gelesen werden (Rückgabewert {code}): {words}</translation>
    </message>
    <message>
        <source>{name} {short} is an array; name one of its tasks</source>
        <translation>{name} {short} ist ein Array; nennen Sie eine seiner Aufgaben</translation>
    </message>
    <message>
        <source>the curves were read, but the reading was not written to {path}: {why}; set it there with metrics_pattern, metrics_step and metrics_leave_out</source>
        <translation>die Kurven wurden gelesen, aber nach {path} wurde nichts geschrieben: {why}; setzen Sie es dort mit metrics_pattern, metrics_step und metrics_leave_out</translation>
    </message>
    <message>
        <source>{name} {short} was trained by Trainyard's own engine, which reports its metrics itself; there is nothing to read</source>
        <translation>{name} {short} wurde von Trainyards eigener Engine trainiert, die ihre Metriken selbst meldet; es gibt nichts zu lesen</translation>
    </message>
    <message>
        <source>W&amp;B, Comet, Neptune, SwanLab and ClearML are told to write to files and to send nothing (environment.trackers_offline)</source>
        <translation>W&amp;B, Comet, Neptune, SwanLab und ClearML sollen in Dateien schreiben und nichts senden (environment.trackers_offline)</translation>
    </message>
    <message>
        <source>The files for {trackers} (logging.trackers) are not written any further: {why}; the run goes on, and `yard export` writes them later</source>
        <translation>Die Dateien für {trackers} (logging.trackers) werden nicht weiter geschrieben: {why}; der Lauf geht weiter, und `yard export` schreibt sie später</translation>
    </message>
    <message>
        <source>their file system takes longer to write them than the run to report</source>
        <translation>ihr Dateisystem braucht länger, sie zu schreiben, als der Lauf, sie zu melden</translation>
    </message>
    <message>
        <source>unknown command &apos;{command}&apos;; the commands are run, node, follow and read; see yard-agent --help</source>
        <translation>„{command}“ ist kein Befehl; es gibt run, node, follow und read; siehe yard-agent --help</translation>
    </message>
    <message>
        <source>our helper does not run on the login node, so each update of a run takes a shell command: {why}</source>
        <translation>unser Helfer läuft nicht auf dem Login-Knoten, darum werden Läufe jedes Mal mit einem Shell-Befehl verfolgt: {why}</translation>
    </message>
    <message>
        <source>it ended or did not answer (exit code {exit_code})</source>
        <translation>er endete oder antwortete nicht (Exit-Code {exit_code})</translation>
    </message>
    <message>
        <source>{said}</source>
        <translation>{said}</translation>
    </message>
    <message>
        <source>the server allows too few programs at once</source>
        <translation>der Server erlaubt zu wenige Programme zugleich</translation>
    </message>
    <message>
        <source>port {port} of this computer could not be opened ({problem}); choose another one with --local, or omit it</source>
        <translation>Port {port} dieses Rechners ließ sich nicht öffnen ({problem}); wählen Sie mit --local einen anderen, oder lassen Sie es weg</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; is not a port; write PORT or NODE:PORT, with a port from 1 to 65535</source>
        <translation>„{text}“ nennt keinen Port; schreiben Sie PORT oder KNOTEN:PORT, mit einem Port von 1 bis 65535</translation>
    </message>
    <message>
        <source>target {target} also needs a node: write NODE:{port}</source>
        <translation>auf dem Ziel {target} braucht es auch einen Knoten: schreiben Sie KNOTEN:{port}</translation>
    </message>
    <message>
        <source>{run} is not running, so there is nothing to connect to</source>
        <translation>{run} läuft nicht, darum ist dort nichts erreichbar</translation>
    </message>
    <message>
        <source>{run} has not printed where Jupyter or TensorBoard is listening; give the port</source>
        <translation>{run} hat in seiner Ausgabe nicht gesagt, wo Jupyter oder TensorBoard lauscht; nennen Sie den Port</translation>
    </message>
    <message>
        <source>no tunnel {id}; `yard tunnels` lists them</source>
        <translation>es gibt keinen Tunnel {id}; `yard tunnels` nennt sie</translation>
    </message>
    <message>
        <source>{limit} tunnels are open; close one with `yard tunnel close ID`</source>
        <translation>{limit} Tunnel sind offen; schließen Sie einen mit `yard tunnel close ID`</translation>
    </message>
    <message>
        <source>port {port} is on this computer and needs no tunnel to another port</source>
        <translation>Port {port} ist einer dieses Rechners und braucht keinen Tunnel zu einem anderen</translation>
    </message>
    <message>
        <source>port {port} of {node} can be reached neither from the login node ({login}) nor through the job ({job})</source>
        <translation>Port {port} von {node} ist weder vom Login-Knoten ({login}) noch durch den Job ({job}) erreichbar</translation>
    </message>
    <message>
        <source>its yard-agent is an older version without this; a run submitted now has it</source>
        <translation>sein yard-agent ist von einer älteren Version; ein jetzt abgeschickter Run kann es</translation>
    </message>
    <message>
        <source>port {port} of {node} cannot be reached from the login node ({login}), and no step of its job can be used for it</source>
        <translation>Port {port} von {node} ist vom Login-Knoten nicht erreichbar ({login}), und kein Schritt seines Jobs kann es</translation>
    </message>
    <message>
        <source>{target} is not a cluster with partitions and a shared queue; `yard targets` lists all targets</source>
        <translation>{target} ist kein Cluster mit Partitionen und einer Warteschlange für viele; `yard targets` nennt, wohin Läufe gehen können</translation>
    </message>
    <message>
        <source>nothing is known about {target} yet; connect it first</source>
        <translation>von {target} ist noch nichts bekannt; verbinden Sie es zuerst</translation>
    </message>
    <message>
        <source>the cluster does not report its resources: {why}</source>
        <translation>der Cluster sagt nicht, was er hat: {why}</translation>
    </message>
    <message>
        <source>no job &apos;{job}&apos; in the queue; `yard queue TARGET` lists them</source>
        <translation>in der Warteschlange gibt es keinen Job „{job}“; `yard queue ZIEL` nennt sie</translation>
    </message>
    <message>
        <source>job {job} belongs to {user}; you can only cancel your own jobs</source>
        <translation>der Job {job} gehört {user}; nur ein eigener lässt sich beenden</translation>
    </message>
    <message>
        <source>job {job} belongs to the run {run}; `yard cancel {run}` cancels the run</source>
        <translation>der Job {job} ist der des Laufs {run}; `yard cancel {run}` beendet ihn als Lauf</translation>
    </message>
    <message>
        <source>being cancelled</source>
        <translation>soll enden</translation>
    </message>
    <message>
        <source>{what}, but the ssh configuration has BatchMode yes, so there are no prompts; remove BatchMode for this host, or use a key that needs no prompt</source>
        <translation>{what}, und in der ssh-Konfiguration steht BatchMode yes, also wird niemand gefragt; nehmen Sie BatchMode für diesen Host heraus oder melden Sie sich mit einem Schlüssel an, für den niemand gebraucht wird</translation>
    </message>
    <message>
        <source>{why}; note that {left_out}</source>
        <translation>{why}; beachten Sie: {left_out}</translation>
    </message>
    <message>
        <source>{user}@{address}, port {port}, accepts: {methods}; the ssh configuration allows none of these, only: {allowed}; see PreferredAuthentications, PubkeyAuthentication, PasswordAuthentication and KbdInteractiveAuthentication there</source>
        <translation>{user}@{address}, Port {port}, nimmt an: {methods}; davon erlaubt die ssh-Konfiguration nichts, nur: {allowed}; sehen Sie dort nach PreferredAuthentications, PubkeyAuthentication, PasswordAuthentication und KbdInteractiveAuthentication</translation>
    </message>
    <message>
        <source>{user}@{address}, port {port}, refused the login; it accepts: {methods}; {why}</source>
        <translation>{user}@{address}, Port {port}, hat die Anmeldung abgelehnt; angenommen wird: {methods}; {why}</translation>
    </message>
    <message>
        <source>the certificate of {certificate} expired at {time}; renew it as the site describes, then connect again</source>
        <translation>das Zertifikat von {certificate} ist am {time} abgelaufen; erneuern Sie es, wie der Betreiber es beschreibt, und verbinden Sie sich dann erneut</translation>
    </message>
    <message>
        <source>the certificate of {certificate} is not valid before {time}; check the clock of this computer, or ask the site</source>
        <translation>das Zertifikat von {certificate} gilt erst ab {time}; prüfen Sie die Uhr dieses Rechners oder fragen Sie den Betreiber</translation>
    </message>
    <message>
        <source>the certificate of {certificate} is for a host, not for a user; ask the site for a user certificate</source>
        <translation>das Zertifikat von {certificate} weist einen Host aus und kein Konto; bitten Sie den Betreiber um eines für Benutzer</translation>
    </message>
    <message>
        <source>the certificate of {certificate} is for {names}, not for {account}; correct User in the ssh configuration, or ask the site for another certificate</source>
        <translation>das Zertifikat von {certificate} gilt für {names} und nicht für {account}; berichtigen Sie User in der ssh-Konfiguration oder bitten Sie den Betreiber um ein anderes Zertifikat</translation>
    </message>
    <message>
        <source>{what} (readable by others: run chmod 600 on it)</source>
        <translation>{what} (andere dürfen es lesen: führen Sie chmod 600 darauf aus)</translation>
    </message>
    <message>
        <source>{path}, line {line}: {keyword} is not supported here, and the host is reached without it</source>
        <translation>{path}, Zeile {line}: {keyword} wird hier nicht verwendet, und der Host wird ohne es erreicht</translation>
    </message>
    <message>
        <source>its last login was interactive, and the connection is gone: {why}</source>
        <translation>für die letzte Anmeldung hat jemand geantwortet, und die Verbindung ist weg: {why}</translation>
    </message>
    <message>
        <source>the connection was lost</source>
        <translation>die Verbindung ist abgebrochen</translation>
    </message>
    <message>
        <source>the host forbids it</source>
        <translation>der Host verbietet es</translation>
    </message>
    <message>
        <source>the host cannot connect</source>
        <translation>der Host bekommt keine Verbindung</translation>
    </message>
    <message>
        <source>the host has no resources for another channel</source>
        <translation>auf dem Host ist kein Platz für eine weitere</translation>
    </message>
    <message>
        <source>{count} runs are named &apos;{name}&apos;: {runs}; give the start of a UUID</source>
        <translation>{count} Läufe heißen »{name}«: {runs}; geben Sie den Anfang der UUID von einem an</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; matches both the run {run} and the study {study}; give more characters</source>
        <translation>»{text}« ist der Anfang des Laufs {run} und der Studie {study}; geben Sie mehr davon an</translation>
    </message>
    <message>
        <source>{study} is a study of {count} runs; give one of them: {runs}</source>
        <translation>{study} ist eine Studie aus {count} Läufen; geben Sie einen davon an: {runs}</translation>
    </message>
    <message>
        <source>study {study} belongs to &apos;{name}&apos; on {target}, but this is &apos;{other}&apos; on {here}; omit --study to start a new one</source>
        <translation>die Studie {study} gehört zu »{name}« auf {target}, und dies ist »{other}« auf {here}; lassen Sie --study weg, um eine neue zu beginnen</translation>
    </message>
    <message>
        <source>nothing was submitted: the run with {values} would be rejected: {why}</source>
        <translation>nichts wurde abgeschickt: der Lauf mit {values} würde nicht angenommen: {why}</translation>
    </message>
    <message>
        <source>It waits for the jobs that it depends on. ({word})</source>
        <translation>Er wartet auf die Jobs, von denen er abhängt. ({word})</translation>
    </message>
    <message>
        <source>{run} ended before it could be reached ({why}); `yard logs {run}` shows its output</source>
        <translation>{run} endete, bevor er erreicht werden konnte ({why}); `yard logs {run}` zeigt seine Ausgabe</translation>
    </message>
    <message>
        <source>{name} became non-finite at step {step}; lower the learning rate</source>
        <translation>{name} ist in Schritt {step} nicht mehr endlich; senken Sie die Lernrate</translation>
    </message>
    <message>
        <source>{name} became non-finite; lower the learning rate</source>
        <translation>{name} ist nicht mehr endlich; senken Sie die Lernrate</translation>
    </message>
    <message>
        <source>{why}, and the last {attempts} attempts did not get further than the ones before, so the job is not requeued; request more time (resources.time_limit), or make the program save more often and continue from what it saved</source>
        <translation>{why}, und die letzten {attempts} Versuche kamen nicht weiter als die davor, daher wird der Job nicht wieder eingereiht; mehr Zeit verlangen (resources.time_limit) oder das Programm öfter speichern und vom Gespeicherten aus weitermachen lassen</translation>
    </message>
    <message>
        <source>Metrics are read from {what}</source>
        <translation>Metriken werden gelesen aus {what}</translation>
    </message>
    <message>
        <source>printed dictionaries, in the format of the Hugging Face Trainer</source>
        <translation>ausgegebenen Wörterbüchern, wie ein Trainer von Hugging Face sie ausgibt</translation>
    </message>
    <message>
        <source>printed lines that are JSON objects</source>
        <translation>ausgegebenen Zeilen, die JSON-Objekte sind</translation>
    </message>
    <message>
        <source>the values after the progress bar</source>
        <translation>den Werten hinter dem Fortschrittsbalken</translation>
    </message>
    <message>
        <source>TensorBoard files in {folder}</source>
        <translation>TensorBoard-Dateien in {folder}</translation>
    </message>
    <message>
        <source>the files of W&amp;B in {folder}</source>
        <translation>den Dateien von W&amp;B in {folder}</translation>
    </message>
    <message>
        <source>the files of SwanLab in {folder}</source>
        <translation>den Dateien von SwanLab in {folder}</translation>
    </message>
    <message>
        <source>Lightning's metrics.csv in {folder}</source>
        <translation>Lightnings metrics.csv in {folder}</translation>
    </message>
    <message>
        <source>the files of MLflow in {folder}</source>
        <translation>den Dateien von MLflow in {folder}</translation>
    </message>
    <message>
        <source>trackio&apos;s database {folder}</source>
        <translation>der Datenbank {folder} von trackio</translation>
    </message>
    <message>
        <source>MLflow&apos;s database {folder}</source>
        <translation>der Datenbank {folder} von MLflow</translation>
    </message>
    <message>
        <source>The database {path} is damaged; its curves end there, and what follows is not read</source>
        <translation>Die Datenbank {path} ist beschädigt; die Kurven daraus enden dort, und was folgt, wird nicht gelesen</translation>
    </message>
    <message>
        <source>{path} is damaged at byte {offset}; its curves end there, and what follows is not read</source>
        <translation>{path} ist ab Byte {offset} beschädigt; die Kurven daraus enden dort, und was folgt, wird nicht gelesen</translation>
    </message>
    <message>
        <source>{name} ({size} KiB) and others of more than {limit} KiB at a step are left out</source>
        <translation>{name} ({size} KiB) und anderes mit mehr als {limit} KiB bei einem Schritt fehlen</translation>
    </message>
    <message>
        <source>The trackers' files have more texts, tables, images and histograms than an attempt takes over ({count}, {size} MiB); the others are left out</source>
        <translation>Die Dateien der Tracker haben mehr Texte, Tabellen, Bilder und Histogramme, als ein Versuch übernimmt ({count}, {size} MiB); die übrigen fehlen</translation>
    </message>
    <message>
        <source>lines like `{line}`: {names}</source>
        <translation>Zeilen wie `{line}`: {names}</translation>
    </message>
    <message>
        <source>the lines that fit the pattern `{pattern}`</source>
        <translation>den Zeilen, auf die das Muster `{pattern}` passt</translation>
    </message>
    <message>
        <source>No metrics were read: no line of the output fits the pattern `{pattern}`</source>
        <translation>Keine Metriken gelesen: Auf keine Zeile der Ausgabe passt das Muster `{pattern}`</translation>
    </message>
    <message>
        <source>No metrics were read: the output has a progress bar, but no values beside it, and no line of numbers with their names that came again with other numbers; for curves, add this line to the training loop: {line}</source>
        <translation>Keine Metriken gelesen: Die Ausgabe hat einen Fortschrittsbalken, aber keine Werte daneben, und keine Zeile mit benannten Zahlen, die mit anderen Zahlen wiederkam; für Kurven diese Zeile in die Trainingsschleife einfügen: {line}</translation>
    </message>
    <message>
        <source>The program prints faster than its lines are read for metrics, {rate} a second after the first {count}: its curves have gaps, what it printed is complete. Numbers that the program logs to a tracker's files are all read.</source>
        <translation>Das Programm druckt schneller, als seine Zeilen nach Metriken gelesen werden, {rate} in der Sekunde nach den ersten {count}: Seine Kurven haben Lücken, was es gedruckt hat, ist vollständig. Zahlen, die das Programm in die Dateien eines Trackers schreibt, werden alle gelesen.</translation>
    </message>
    <message>
        <source>No metrics were read: the output has no line of numbers with their names (such as `step 10: loss 2.5`) that came again with other numbers, no JSON object or dictionary of numbers, and no progress bar with values; for curves, add `{shell}` to a shell script&apos;s loop, or this line to a training loop in Python: {line}</source>
        <translation>Keine Metriken gelesen: Die Ausgabe hat keine Zeile mit benannten Zahlen (wie `step 10: loss 2.5`), die mit anderen Zahlen wiederkam, kein JSON-Objekt oder Dictionary von Zahlen und keinen Fortschrittsbalken mit Werten; für Kurven `{shell}` in die Schleife eines Shell-Skripts einfügen, oder diese Zeile in eine Trainingsschleife in Python: {line}</translation>
    </message>
    <message>
        <source>The script&apos;s own output file {path} could not be written: {problem}; the output is kept in the run folder</source>
        <translation>Die eigene Ausgabedatei des Skripts {path} konnte nicht geschrieben werden: {problem}; die Ausgabe ist beim Lauf aufbewahrt</translation>
    </message>
    <message>
        <source>Only the CPUs and GPUs of the first node are monitored: the scheduler could not start the sampler on the others ({why})</source>
        <translation>Nur Prozessoren und GPUs des ersten Knotens werden beobachtet: der Scheduler konnte den Beobachter auf den anderen nicht starten ({why})</translation>
    </message>
    <message>
        <source>code.source: {links} lead out of the code folder, so on {target} they lead nowhere; put the files into the folder, or name them in the experiment</source>
        <translation>code.source: {links} führen aus dem Codeordner hinaus und auf {target} deshalb ins Leere; legen Sie die Dateien in den Ordner, oder nennen Sie sie im Experiment</translation>
    </message>
    <message>
        <source>code.exclude: rsync does not accept {patterns}: {said}; correct the pattern</source>
        <translation>code.exclude: rsync nimmt {patterns} nicht an: {said}; das Muster berichtigen</translation>
    </message>
    <message>
        <source>{path} does not start with #!, so it is not a job script; add its interpreter in the first line, such as #!/bin/bash</source>
        <translation>{path} beginnt nicht mit #!, ist also kein Jobskript; den Interpreter in die erste Zeile schreiben, etwa #!/bin/bash</translation>
    </message>
    <message>
        <source>{path} has Windows line endings (CRLF), which sbatch rejects; run dos2unix on it, or save it with Unix line endings</source>
        <translation>{path} hat Zeilenumbrüche von Windows, die sbatch ablehnt; dos2unix darauf anwenden oder mit Zeilenumbrüchen von Unix speichern</translation>
    </message>
    <message>
        <source>{path} contains null bytes, so it is not a script; give the script itself</source>
        <translation>{path} enthält Nullbytes, ist also kein Skript; das Skript selbst nennen</translation>
    </message>
    <message>
        <source>{path} is larger than {limit} MiB, Slurm&apos;s limit for a job script; keep its data in a separate file</source>
        <translation>{path} ist größer als die {limit} MiB, die Slurm für ein Jobskript annimmt; seine Daten in eine eigene Datei legen</translation>
    </message>
    <message>
        <source>Slurm ignores #SBATCH in line {lines} of {file}, because a command comes before it; move it up if it should take effect</source>
        <translation>Slurm liest #SBATCH in Zeile {lines} von {file} nicht, weil ein Befehl davor steht; nach oben setzen, wenn es gelten soll</translation>
    </message>
    <message>
        <source>{place} names {path}, which is in the home folder of this computer; check that the cluster has it at the same place</source>
        <translation>{place} nennt {path}, das im Home-Ordner dieses Rechners liegt; prüfen, ob der Cluster es an derselben Stelle hat</translation>
    </message>
    <message>
        <source>{file}, line {line}: Slurm does not set {name}; use its own variables, such as SLURM_SUBMIT_DIR and SLURM_JOB_NODELIST</source>
        <translation>{file}, Zeile {line}: Slurm setzt {name} nicht; dessen eigene Variablen verwenden, etwa SLURM_SUBMIT_DIR und SLURM_JOB_NODELIST</translation>
    </message>
    <message>
        <source>The output ends with a traceback ({exception}), but what ran ended with 0, as with `python train.py | tee log`; `set -o pipefail` before it makes such a run fail</source>
        <translation>Die Ausgabe endet mit einem Traceback ({exception}), aber das Programm endete mit 0, wie bei `python train.py | tee log`; mit `set -o pipefail` davor scheitert ein solcher Lauf</translation>
    </message>
    <message>
        <source>{place} names {path}, a folder of this computer; the job finds the code in the folder that it starts in: use a relative path</source>
        <translation>{place} nennt {path}, einen Ordner dieses Rechners; der Job findet den Code in dem Ordner, in dem er startet: einen relativen Pfad verwenden</translation>
    </message>
    <message>
        <source>{place}: a step of {wanted} tasks does not fit into a job of {there}; raise --ntasks, or lower the step&apos;s</source>
        <translation>{place}: Ein Step mit {wanted} Tasks passt nicht in einen Job mit {there}; --ntasks erhöhen oder die Zahl des Steps senken</translation>
    </message>
    <message>
        <source>{place}: {wanted} nodes are expected, but the job asks for {there}; make the numbers equal</source>
        <translation>{place}: {wanted} Knoten werden erwartet, aber der Job fordert {there} an; die Zahlen angleichen</translation>
    </message>
    <message>
        <source>{place}: {wanted} processes on a node are started, but the job asks for {there} GPUs on each; make the numbers equal</source>
        <translation>{place}: Auf einem Knoten werden {wanted} Prozesse gestartet, aber der Job fordert {there} GPUs auf jedem an; die Zahlen angleichen</translation>
    </message>
    <message>
        <source>{place}: the script does not set {name}; unless the login there does, set -u ends the script at this line</source>
        <translation>{place}: Das Skript setzt {name} nicht; wenn der Login dort es nicht tut, beendet set -u das Skript in dieser Zeile</translation>
    </message>
    <message>
        <source>{place}: {name} is not set, and set -u ends the script there; did you mean {near}?</source>
        <translation>{place}: {name} ist nicht gesetzt, und set -u beendet das Skript dort; war {near} gemeint?</translation>
    </message>
    <message>
        <source>{place}: {name} is not set, and set -u ends the script there; set it before, or give it a default</source>
        <translation>{place}: {name} ist nicht gesetzt, und set -u beendet das Skript dort; vorher setzen oder einen Vorgabewert angeben</translation>
    </message>
    <message>
        <source>{place}: the command {name} is not known; did you mean {near}?</source>
        <translation>{place}: Der Befehl {name} ist nicht bekannt; war {near} gemeint?</translation>
    </message>
    <message>
        <source>{place}: {option} stands alone as a command; the line before it has to end with a backslash and nothing after it</source>
        <translation>{place}: {option} steht allein als Befehl; die Zeile davor muss mit einem Backslash enden, ohne etwas dahinter</translation>
    </message>
    <message>
        <source>{place}: with spaces around the =, a shell takes {name} for a command; write {name}=VALUE</source>
        <translation>{place}: Mit Leerzeichen um das = hält eine Shell {name} für einen Befehl; {name}=WERT schreiben</translation>
    </message>
    <message>
        <source>{place}: &apos;{name} activate&apos; does not work in a script before the shell is prepared; put this line before it: eval &quot;$({name} shell.bash hook)&quot;</source>
        <translation>{place}: „{name} activate“ geht in einem Skript erst, wenn die Shell vorbereitet ist; diese Zeile davor setzen: eval &quot;$({name} shell.bash hook)&quot;</translation>
    </message>
    <message>
        <source>{place} names {file}, which cannot be parsed: {words}</source>
        <translation>{place} nennt {file}, das nicht gelesen werden kann: {words}</translation>
    </message>
    <message>
        <source>{place}: {file} takes {wanted} arguments without a name, not {number}; check options that lack their dashes, and values that contain spaces</source>
        <translation>{place}: {file} nimmt {wanted} Argumente ohne Namen, nicht {number}; auf Optionen ohne Striche und Werte mit Leerzeichen prüfen</translation>
    </message>
    <message>
        <source>{place}: {file} needs the argument {name}, which is not given; add it</source>
        <translation>{place}: {file} braucht das Argument {name}, das nicht angegeben ist; hinzufügen</translation>
    </message>
    <message>
        <source>{file}, line {line}: uses {name}, which is defined nowhere in the file; correct the name or import it</source>
        <translation>{file}, Zeile {line}: verwendet {name}, das nirgends in der Datei definiert ist; den Namen berichtigen oder importieren</translation>
    </message>
    <message>
        <source>{file}, line {line}: needs the variable {name}, which {place} does not set; start the program with torchrun, or set it</source>
        <translation>{file}, Zeile {line}: braucht die Variable {name}, die {place} nicht setzt; das Programm mit torchrun starten oder sie setzen</translation>
    </message>
    <message>
        <source>{file}, line {line}: Python {version}, which runs it, does not know this yet: {words}; use a newer Python, or write it otherwise</source>
        <translation>{file}, Zeile {line}: Python {version}, das es ausführt, kennt dies noch nicht: {words}; ein neueres Python verwenden oder es anders schreiben</translation>
    </message>
    <message>
        <source>{file}, line {line}: reads {name}, which is not sent with the run: code.exclude or .gitignore leaves it out</source>
        <translation>{file}, Zeile {line}: liest {name}, das nicht mit dem Lauf geschickt wird: code.exclude oder .gitignore lässt es aus</translation>
    </message>
    <message>
        <source>{file}, line {line}: reads {name}, which is not in the code folder; correct the name or add the file</source>
        <translation>{file}, Zeile {line}: liest {name}, das nicht im Codeordner ist; den Namen berichtigen oder die Datei hinzufügen</translation>
    </message>
    <message>
        <source>{file}, line {line}: a program that is started by its path has no package for a relative import; import the module by its name, or start the program with python -m</source>
        <translation>{file}, Zeile {line}: Ein Programm, das über seinen Pfad gestartet wird, hat kein Paket für einen relativen Import; das Modul über seinen Namen importieren oder das Programm mit python -m starten</translation>
    </message>
    <message>
        <source>{file}, line {line}: imports {name} from {module}, which has no such name; correct one of them</source>
        <translation>{file}, Zeile {line}: importiert {name} aus {module}, das diesen Namen nicht hat; eins von beiden berichtigen</translation>
    </message>
    <message>
        <source>{key} is carried over as environment.container, which apptainer or singularity runs instead of Slurm; check that the image and what it needs from outside work with them</source>
        <translation>{key} wird als environment.container übernommen, das apptainer oder singularity statt Slurm ausführt; prüfen, ob das Image und was es von außen braucht damit funktionieren</translation>
    </message>
    <message>
        <source>{key} is not carried over: sbatch ignores it, too, although it stands in a line of options; ask for it in resources</source>
        <translation>{key} wird nicht übernommen: Auch sbatch übergeht es, obwohl es in einer Zeile mit Optionen steht; in resources anfordern</translation>
    </message>
    <message>
        <source>{key} is not carried over: the step starts it beside the program, which one experiment cannot; to keep both, keep the script unchanged with --as script</source>
        <translation>{key} wird nicht übernommen: Der Step startet es neben dem Programm, was ein Experiment nicht kann; um beide zu behalten, das Skript mit --as script unverändert lassen</translation>
    </message>
    <message>
        <source>not carried over either: the commands in line {lines} of the script; run them beforehand, or add them to environment.setup_commands</source>
        <translation>auch nicht übernommen: die Befehle in Zeile {lines} des Skripts; vorher ausführen oder in environment.setup_commands aufnehmen</translation>
    </message>
    <message>
        <source>{key}: the script submits a separate job itself, which is not followed; import or submit that job&apos;s script instead to follow it</source>
        <translation>{key}: Das Skript übermittelt selbst einen eigenen Job, der nicht verfolgt wird; um ihn zu verfolgen, stattdessen dessen Skript importieren oder übermitteln</translation>
    </message>
    <message>
        <source>The program &apos;{program}&apos; is not started, because {path}, which is to be its standard input, cannot be read: {problem}; check the file name after --input</source>
        <translation>Das Programm „{program}“ wird nicht gestartet, weil {path}, seine Standardeingabe, nicht gelesen werden kann: {problem}; den Dateinamen hinter --input prüfen</translation>
    </message>
    <message>
        <source>{file} asks to be held (--hold), but this computer holds no jobs: it starts at once</source>
        <translation>{file} soll angehalten bleiben (--hold), aber dieser Rechner hält keine Jobs an: Es startet sofort</translation>
    </message>
    <message>
        <source>{file}, line {line}: &apos;{words}&apos; leads out of the folder that is sent along, so the job does not find what is there; take it out, and submit the script from the folder above: cd .. &amp;&amp; yard submit FOLDER/{file}</source>
        <translation>{file}, Zeile {line}: „{words}“ führt aus dem Ordner hinaus, der mitgeschickt wird; was dort liegt, findet der Job nicht; weglassen und das Skript aus dem Ordner darüber übermitteln: cd .. &amp;&amp; yard submit ORDNER/{file}</translation>
    </message>
    <message>
        <source>{file}, line {line}: as the job&apos;s command, scontrol names a file of Trainyard that starts {file}, so the script does not find itself; use $0 instead</source>
        <translation>{file}, Zeile {line}: Als Befehl des Jobs nennt scontrol eine Datei von Trainyard, die {file} startet; so findet das Skript sich nicht selbst; stattdessen $0 verwenden</translation>
    </message>
    <message>
        <source>{file}, line {line}: sbatch ignores {words} of {mark}; ask for it with an #SBATCH line if the job needs it</source>
        <translation>{file}, Zeile {line}: sbatch übergeht {words} von {mark}; mit einer Zeile #SBATCH anfordern, wenn der Job es braucht</translation>
    </message>
    <message>
        <source>sbatch reads the {mark} lines of {file} as its own options: {options}; check that this is the job that you want, or write them as #SBATCH</source>
        <translation>sbatch liest die Zeilen mit {mark} in {file} als eigene Optionen: {options}; prüfen, ob das der gewünschte Job ist, oder sie als #SBATCH schreiben</translation>
    </message>
    <message>
        <source>Slurm takes line {lines} of {file} for a comment: a directive begins with #SBATCH at the very start of its line; correct the line, or write ##SBATCH if it is to stay a comment</source>
        <translation>Slurm hält Zeile {lines} von {file} für einen Kommentar: Eine Direktive beginnt mit #SBATCH ganz am Anfang ihrer Zeile; die Zeile berichtigen, oder ##SBATCH schreiben, wenn sie ein Kommentar bleiben soll</translation>
    </message>
    <message>
        <source>{file}, line {line}: {option} is not an option of sbatch in the versions known here; it is passed on unchanged</source>
        <translation>{file}, Zeile {line}: sbatch hat in den hier bekannten Versionen keine Option {option}; sie wird so übergeben, wie sie dasteht</translation>
    </message>
    <message>
        <source>{file}, line {line}: sbatch rejects {words}, which is not an option; quote values that contain spaces</source>
        <translation>{file}, Zeile {line}: sbatch lehnt {words} ab, da es keine Option ist; Werte mit Leerzeichen in Anführungszeichen setzen</translation>
    </message>
    <message>
        <source>{file} calls sbatch itself in line {line}: what it submits runs as a separate job and is not followed here; submit that script instead to follow it</source>
        <translation>{file} ruft in Zeile {line} selbst sbatch auf: was es abschickt, läuft als eigener Job und wird hier nicht verfolgt; um ihm zu folgen, jenes Skript abschicken</translation>
    </message>
    <message>
        <source>{file} itself submits a job in line {line}, with {options}, which runs: {command}; it is a separate job and is not followed here; turn it into a script and submit that to follow it</source>
        <translation>{file} schickt in Zeile {line} selbst einen Job ab, mit {options}; er führt aus: {command}; er ist ein eigener Job und wird hier nicht verfolgt; um ihm zu folgen, ein Skript daraus machen und dieses abschicken</translation>
    </message>
    <message>
        <source>{file} is a heterogeneous job of {components} components, whose resources are set only in the script; remove this field</source>
        <translation>{file} ist ein heterogener Job aus {components} Teilen, deren Ressourcen allein das Skript nennt; dieses Feld herausnehmen</translation>
    </message>
    <message>
        <source>{file} is a heterogeneous job, which this computer cannot run; submit it to a cluster</source>
        <translation>{file} ist ein heterogener Job, den dieser Rechner nicht ausführen kann; auf einem Cluster abschicken</translation>
    </message>
    <message>
        <source>{file} calls srun in line {line}, but srun is not installed on this computer: that line will fail here</source>
        <translation>{file} ruft in Zeile {line} srun auf, das auf diesem Rechner nicht installiert ist: diese Zeile wird hier fehlschlagen</translation>
    </message>
    <message>
        <source>The script&apos;s working folder {path} could not be created: {why}; check free space and quota</source>
        <translation>Der Arbeitsordner des Skripts {path} konnte nicht angelegt werden: {why}; freien Platz und Kontingent prüfen</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <source>no record of the {split} split is left to evaluate on; list files that have some in data.{split}</source>
        <translation>kein Datensatz des Teils {split} bleibt zum Auswerten; nennen Sie in data.{split} Dateien mit Datensätzen</translation>
    </message>
    <message>
        <source>none of the validation data has anything to predict, so the evaluation at step {step} has no value and is ignored; provide validation records that have something to predict</source>
        <translation>in den Validierungsdaten gibt es nichts vorherzusagen, daher hat die Auswertung bei Schritt {step} keinen Wert und entscheidet nichts; geben Sie Validierungsdaten an, in denen es etwas vorherzusagen gibt</translation>
    </message>
    <message>
        <source>instructions.mixture sets the formatter of each of its data sets, but not of the files in {field}; leave {field} empty, and evaluate the model with engine evaluate on a document without the mixture</source>
        <translation>instructions.mixture legt das Format jedes seiner Datensätze fest, nicht aber das der Dateien in {field}; lassen Sie {field} leer und werten Sie das Modell mit engine evaluate an einem Dokument ohne die Mischung aus</translation>
    </message>
    <message>
        <source>the search cannot be read at character {place}: {problem}</source>
        <translation>die Suche ist an Zeichen {place} nicht lesbar: {problem}</translation>
    </message>
    <message>
        <source>{path} does not answer: its file system hangs, as one does whose server is gone; check it with `df`, then try again</source>
        <translation>{path} antwortet nicht: Das Dateisystem hängt, wie es geschieht, wenn sein Server weg ist; prüfen Sie es mit `df` und versuchen Sie es dann noch einmal</translation>
    </message>
    <message>
        <source>the practice cluster comes with Trainyard&apos;s source code, but this program does not lie in it; get the source code and run `./dev cluster start` there</source>
        <translation>der Übungscluster gehört zum Quelltext von Trainyard, in dem dieses Programm nicht liegt; holen Sie den Quelltext und rufen Sie dort `./dev cluster start` auf</translation>
    </message>
    <message>
        <source>the practice cluster needs packages whose installation asks for a password; run `{command}` in a terminal</source>
        <translation>der Übungscluster braucht Pakete, deren Installation nach einem Passwort fragt; rufen Sie `{command}` in einem Terminal auf</translation>
    </message>
    <message>
        <source>the practice cluster was not started: {why}; run `{command}` in a terminal to see more</source>
        <translation>der Übungscluster wurde nicht gestartet: {why}; rufen Sie `{command}` in einem Terminal auf, um mehr zu sehen</translation>
    </message>
    <message>
        <source>this experiment runs a program of its own, so what it would take is unknown here; only trainings of the built-in engine can be planned</source>
        <translation>dieses Experiment startet ein eigenes Programm, daher ist hier nicht bekannt, was es braucht; planen lassen sich nur Trainings der eingebauten Engine</translation>
    </message>
    <message>
        <source>{field} is on the cluster only, so what the training would take is not known here</source>
        <translation>{field} liegt nur auf dem Cluster, daher ist hier nicht bekannt, was das Training braucht</translation>
    </message>
    <message>
        <source>planning the training failed (exit code {code}): {words}</source>
        <translation>das Training ließ sich nicht planen (Exit-Code {code}): {words}</translation>
    </message>
    <message>
        <source>{world_size} processes cannot be divided evenly among {count} trials at once; set search.parallel to a divisor, or search.run_as to job_each</source>
        <translation>{world_size} Prozesse lassen sich nicht gleichmäßig auf {count} Versuche zugleich aufteilen; setzen Sie search.parallel auf einen Teiler, oder search.run_as auf job_each</translation>
    </message>
    <message>
        <source>the first rank no longer answers: {detail}</source>
        <translation>der erste Rang antwortet nicht mehr: {detail}</translation>
    </message>
    <message>
        <source>a stop was requested</source>
        <translation>es wurde ein Ende verlangt</translation>
    </message>
    <message>
        <source>{field}: the placeholder {path} is neither a field nor an entry of a mapping of this document</source>
        <translation>{field}: der Platzhalter {path} ist weder ein Feld noch ein Eintrag einer Zuordnung dieses Dokuments</translation>
    </message>
    <message>
        <source>{field}: the placeholder {path} is not a field of this document; did you mean {nearest}?</source>
        <translation>{field}: der Platzhalter {path} ist kein Feld dieses Dokuments; meinten Sie {nearest}?</translation>
    </message>
    <message>
        <source>search.space: there is no field {path}</source>
        <translation>search.space: es gibt kein Feld {path}</translation>
    </message>
    <message>
        <source>search.space: there is no field {path}; did you mean {nearest}?</source>
        <translation>search.space: es gibt kein Feld {path}; meinten Sie {nearest}?</translation>
    </message>
    <message>
        <source>search.space: {path} is the same for all trials of a search; remove it</source>
        <translation>search.space: {path} ist für alle Versuche einer Suche gleich; entfernen Sie es</translation>
    </message>
    <message>
        <source>search.space: {path} has several values itself; search numbers, choices, texts or the entries of mappings</source>
        <translation>search.space: {path} hat selbst mehrere Werte; suchen Sie Zahlen, Auswahlen, Texte oder die Einträge von Zuordnungen</translation>
    </message>
    <message>
        <source>searching over the seed only finds the luckiest one; set search.seeds to run each trial with several seeds</source>
        <translation>eine Suche über den Startwert findet nur den glücklichsten; setzen Sie search.seeds, damit jeder Versuch mit mehreren Startwerten läuft</translation>
    </message>
    <message>
        <source>search.space: {path} must be a range or a list of values, such as {example}, not {found}</source>
        <translation>search.space: {path} muss ein Bereich oder eine Liste von Werten sein, etwa {example}, nicht {found}</translation>
    </message>
    <message>
        <source>search.space: {path} has the unknown key {key}; use low, high, log, step, choices and when</source>
        <translation>search.space: {path} hat den unbekannten Schlüssel {key}; es gibt low, high, log, step, choices und when</translation>
    </message>
    <message>
        <source>search.space: {path} has the unknown key {key}; did you mean {nearest}?</source>
        <translation>search.space: {path} hat den unbekannten Schlüssel {key}; meinten Sie {nearest}?</translation>
    </message>
    <message>
        <source>search.space: {key} of {path} must be a number, not {found}</source>
        <translation>search.space: {key} von {path} muss eine Zahl sein, nicht {found}</translation>
    </message>
    <message>
        <source>search.space: log of {path} must be true or false, not {found}</source>
        <translation>search.space: log von {path} muss true oder false sein, nicht {found}</translation>
    </message>
    <message>
        <source>search.space: {path} is a whole number, so {key} must be one, too, not {found}</source>
        <translation>search.space: {path} ist eine ganze Zahl, also muss auch {key} eine sein, nicht {found}</translation>
    </message>
    <message>
        <source>search.space: {path} is not a number; list its values</source>
        <translation>search.space: {path} ist keine Zahl; zählen Sie seine Werte auf</translation>
    </message>
    <message>
        <source>search.space: {path} has low {low} above high {high}; swap them</source>
        <translation>search.space: bei {path} ist low {low} größer als high {high}; vertauschen Sie sie</translation>
    </message>
    <message>
        <source>search.space: the step of {path} must be above 0 and at most {range}, not {found}</source>
        <translation>search.space: der step von {path} muss größer als 0 und höchstens {range} sein, nicht {found}</translation>
    </message>
    <message>
        <source>search.space: {path} has both `log: true` and a step; keep one of them</source>
        <translation>search.space: {path} hat sowohl `log: true` als auch einen step; behalten Sie eines davon</translation>
    </message>
    <message>
        <source>search.space: with `log: true`, low of {path} must be {minimum}, not {found}</source>
        <translation>search.space: mit `log: true` muss low von {path} {minimum} sein, nicht {found}</translation>
    </message>
    <message>
        <source>search.space: {path} has no values; list at least one</source>
        <translation>search.space: {path} hat keine Werte; zählen Sie mindestens einen auf</translation>
    </message>
    <message>
        <source>search.space: each value of {path} must be a number, a text, true, false or null, not {found}</source>
        <translation>search.space: jeder Wert von {path} muss eine Zahl, ein Text, true, false oder null sein, nicht {found}</translation>
    </message>
    <message>
        <source>search.space: {path} lists {found} twice; remove one</source>
        <translation>search.space: {path} zählt {found} zweimal auf; entfernen Sie eines</translation>
    </message>
    <message>
        <source>search.space: `when` of {path} must have other parameters with their values, such as {example}, not {found}</source>
        <translation>search.space: `when` von {path} muss andere Parameter mit ihren Werten haben, etwa {example}, nicht {found}</translation>
    </message>
    <message>
        <source>search.space: {path} depends on {parent}, which is not searched</source>
        <translation>search.space: {path} hängt von {parent} ab, das nicht gesucht wird</translation>
    </message>
    <message>
        <source>search.space: {path} depends on {parent}, which is not searched; did you mean {nearest}?</source>
        <translation>search.space: {path} hängt von {parent} ab, das nicht gesucht wird; meinten Sie {nearest}?</translation>
    </message>
    <message>
        <source>search.space: {path} needs {parent} to be {found}, a value that is not searched</source>
        <translation>search.space: {path} braucht {parent} mit dem Wert {found}, der nicht gesucht wird</translation>
    </message>
    <message>
        <source>search.space: {path} depends on itself</source>
        <translation>search.space: {path} hängt von sich selbst ab</translation>
    </message>
    <message>
        <source>search.space: {path} has no finite number of values for a grid; give it a step, list its values or use another sampler</source>
        <translation>search.space: {path} hat keine endliche Zahl von Werten für ein Gitter; geben Sie einen step an, zählen Sie die Werte auf oder nehmen Sie einen anderen Sampler</translation>
    </message>
    <message>
        <source>search.first: {path} is not in search.space</source>
        <translation>search.first: {path} steht nicht in search.space</translation>
    </message>
    <message>
        <source>search.first: {path} is not in search.space; did you mean {nearest}?</source>
        <translation>search.first: {path} steht nicht in search.space; meinten Sie {nearest}?</translation>
    </message>
    <message>
        <source>search.first: {path} must have a list with a value for each of the first trials, not {found}</source>
        <translation>search.first: {path} muss eine Liste mit einem Wert für jeden der ersten Versuche haben, nicht {found}</translation>
    </message>
    <message>
        <source>search.first: {found} is not in the range of {path}</source>
        <translation>search.first: {found} liegt nicht im Bereich von {path}</translation>
    </message>
    <message>
        <source>search.objective: this task has no metric {metric}; choose from {known}</source>
        <translation>search.objective: diese Aufgabe hat keine Metrik {metric}; wählen Sie aus {known}</translation>
    </message>
    <message>
        <source>search.objective {metric} needs evaluation; set evaluation.every_steps or evaluation.every_epochs</source>
        <translation>search.objective {metric} braucht Evaluationen; setzen Sie evaluation.every_steps oder evaluation.every_epochs</translation>
    </message>
    <message>
        <source>a small {metric} is good, but the search looks for a large one; set search.direction to minimize</source>
        <translation>ein kleiner Wert von {metric} ist gut, aber die Suche sucht einen großen; setzen Sie search.direction auf minimize</translation>
    </message>
    <message>
        <source>a large {metric} is good, but the search looks for a small one; set search.direction to maximize</source>
        <translation>ein großer Wert von {metric} ist gut, aber die Suche sucht einen kleinen; setzen Sie search.direction auf maximize</translation>
    </message>
    <message>
        <source>a {workload} is started again for each trial; set search.run_as to job_each</source>
        <translation>ein Workload {workload} wird für jeden Versuch neu gestartet; setzen Sie search.run_as auf job_each</translation>
    </message>
    <message>
        <source>the {processes} processes of the job cannot be divided evenly among {parallel} trials at once; set search.parallel to a divisor, or search.run_as to job_each</source>
        <translation>die {processes} Prozesse des Jobs lassen sich nicht gleichmäßig auf {parallel} Versuche zugleich aufteilen; setzen Sie search.parallel auf einen Teiler, oder search.run_as auf job_each</translation>
    </message>
    <message>
        <source>search.space: all trials of one job have the same {path}; set search.run_as to job_each, or remove it</source>
        <translation>search.space: alle Versuche eines Jobs haben dasselbe {path}; setzen Sie search.run_as auf job_each, oder entfernen Sie es</translation>
    </message>
    <message>
        <source>the section search has no effect without search.space</source>
        <translation>der Abschnitt search hat ohne search.space keine Wirkung</translation>
    </message>
    <message>
        <source>the trials of this search are jobs of their own; submit it with `yard submit`, or set search.run_as to one_job</source>
        <translation>die Versuche dieser Suche sind eigene Jobs; reichen Sie sie mit `yard submit` ein, oder setzen Sie search.run_as auf one_job</translation>
    </message>
    <message>
        <source>trial {trial} of {trials}: {values}</source>
        <translation>Versuch {trial} von {trials}: {values}</translation>
    </message>
    <message>
        <source>trial {trial}: {metric} {value}; the best is {best}, of trial {best_trial}</source>
        <translation>Versuch {trial}: {metric} {value}; am besten ist {best}, von Versuch {best_trial}</translation>
    </message>
    <message>
        <source>trial {trial} was pruned: its {metric} is not good enough so far</source>
        <translation>Versuch {trial} wurde vorzeitig beendet: {metric} ist bisher nicht gut genug</translation>
    </message>
    <message>
        <source>trial {trial} has failed: {cause}</source>
        <translation>Versuch {trial} ist gescheitert: {cause}</translation>
    </message>
    <message>
        <source>with the values of this trial, {field} is not possible: {finding}</source>
        <translation>mit den Werten dieses Versuchs ist {field} nicht möglich: {finding}</translation>
    </message>
    <message>
        <source>search.objective: {metric} was never measured; the training reported {known}</source>
        <translation>search.objective: {metric} wurde nie gemessen; das Training meldete {known}</translation>
    </message>
    <message>
        <source>all {count} trials have failed, the last one so: {cause}; correct the document or search.space, and begin a new search</source>
        <translation>alle {count} Versuche sind gescheitert, der letzte so: {cause}; berichtigen Sie das Dokument oder search.space, und beginnen Sie eine neue Suche</translation>
    </message>
    <message>
        <source>no trial of the search has reached its end, so it has no result</source>
        <translation>kein Versuch der Suche hat sein Ende erreicht, sie hat also kein Ergebnis</translation>
    </message>
    <message>
        <source>the search is over after {trials} trials: trial {best_trial} is best, with {metric} {value}</source>
        <translation>die Suche ist nach {trials} Versuchen beendet: Versuch {best_trial} ist der beste, mit {metric} {value}</translation>
    </message>
    <message>
        <source>{folder} has the study of another search (space, sampler, pruner, objective or seed differ); start a new run</source>
        <translation>{folder} enthält die Studie einer anderen Suche (Raum, Sampler, Pruner, Zielgröße oder Startwert sind anders); beginnen Sie einen neuen Lauf</translation>
    </message>
    <message>
        <source>{folder} has no study to go on with</source>
        <translation>{folder} enthält keine Studie, die weitergehen könnte</translation>
    </message>
    <message>
        <source>the first rank could not go on with the search</source>
        <translation>der erste Rang konnte die Suche nicht fortsetzen</translation>
    </message>
    <message>
        <source>the parameters {paths} depend on each other in a circle</source>
        <translation>die Parameter {paths} hängen im Kreis voneinander ab</translation>
    </message>
    <message>
        <source>the parameter {path} is given twice</source>
        <translation>der Parameter {path} ist zweimal angegeben</translation>
    </message>
    <message>
        <source>{path} depends on {parent}, which is not a parameter</source>
        <translation>{path} hängt von {parent} ab, das kein Parameter ist</translation>
    </message>
    <message>
        <source>not a line of a study: {problem}</source>
        <translation>keine Zeile einer Studie: {problem}</translation>
    </message>
    <message>
        <source>the study is damaged at line {line}: {problem}</source>
        <translation>die Studie ist in Zeile {line} beschädigt: {problem}</translation>
    </message>
    <message>
        <source>the file is not a study: its first line does not name one</source>
        <translation>die Datei ist keine Studie: Ihre erste Zeile benennt keine</translation>
    </message>
    <message>
        <source>the study is named a second time</source>
        <translation>die Studie wird ein zweites Mal benannt</translation>
    </message>
    <message>
        <source>the study has format {format}, but this program reads {supported}; use a newer version</source>
        <translation>die Studie hat das Format {format}, dieses Programm liest aber {supported}; verwenden Sie eine neuere Version</translation>
    </message>
    <message>
        <source>there is no trial {trial}</source>
        <translation>es gibt keinen Versuch {trial}</translation>
    </message>
    <message>
        <source>trial {trial} has already ended: {state}</source>
        <translation>Versuch {trial} ist schon beendet: {state}</translation>
    </message>
    <message>
        <source>trial {trial} was started, but the next one is {next}</source>
        <translation>Versuch {trial} wurde begonnen, der nächste ist aber {next}</translation>
    </message>
    <message>
        <source>another program is running the study {path}</source>
        <translation>ein anderes Programm führt die Studie {path}</translation>
    </message>
    <message>
        <source>{path} could not be written before, and what it holds is not known; open the study again</source>
        <translation>{path} ließ sich zuvor nicht schreiben, und was darin steht, ist nicht bekannt; öffnen Sie die Studie erneut</translation>
    </message>
    <message>
        <source>the objective is not a finite number</source>
        <translation>die Zielgröße ist keine endliche Zahl</translation>
    </message>
    <message>
        <source>no trial of this document is a job of its own: it has no search.space, or its search runs in one job; submit it as a run</source>
        <translation>kein Versuch dieses Dokuments ist ein eigener Job: Es hat kein search.space, oder seine Suche läuft in einem Job; reichen Sie es als Lauf ein</translation>
    </message>
    <message>
        <source>the trials of this search are jobs of their own; start it as a study with `yard submit` without --grid, or set search.run_as to one_job</source>
        <translation>die Versuche dieser Suche sind eigene Jobs; starten Sie sie als Studie mit `yard submit` ohne --grid, oder setzen Sie search.run_as auf one_job</translation>
    </message>
    <message>
        <source>each trial of a search is one job; remove resources.array</source>
        <translation>jeder Versuch einer Suche ist ein Job; entfernen Sie resources.array</translation>
    </message>
    <message>
        <source>the run completed without a value of {objective} or of any other metric; check what command.metrics or script.metrics reads</source>
        <translation>der Lauf endete ohne einen Wert von {objective} oder einer anderen Metrik; prüfen Sie, was command.metrics oder script.metrics liest</translation>
    </message>
    <message>
        <source>its run failed: {why}</source>
        <translation>sein Lauf ist gescheitert: {why}</translation>
    </message>
    <message>
        <source>the search reached its time limit of {limit}; no more trials are started</source>
        <translation>die Zeit für diese Suche, {limit}, ist abgelaufen; es beginnen keine Versuche mehr</translation>
    </message>
    <message>
        <source>the job that ran all trials of {study} has completed; submit the document again for more</source>
        <translation>der Job, der alle Versuche von {study} ausführte, ist abgeschlossen; reichen Sie das Dokument für weitere erneut ein</translation>
    </message>
    <message>
        <source>no trial of the study {study} has completed yet</source>
        <translation>noch kein Versuch der Studie {study} ist abgeschlossen</translation>
    </message>
    <message>
        <source>{path} already exists; choose another name or add --force</source>
        <translation>{path} gibt es schon; wählen Sie einen anderen Namen oder fügen Sie --force hinzu</translation>
    </message>
    <message>
        <source>the document of the study {study} cannot be read: {why}</source>
        <translation>das Dokument der Studie {study} ist nicht lesbar: {why}</translation>
    </message>
    <message>
        <source>no study yet; submit a document with a section search</source>
        <translation>noch keine Studie; reichen Sie ein Dokument mit einem Abschnitt search ein</translation>
    </message>
    <message>
        <source>{study} is a search, which starts its trials again by itself; `yard study add` adds more</source>
        <translation>{study} ist eine Suche, die ihre Versuche selbst erneut startet; `yard study add` fügt weitere hinzu</translation>
    </message>
    <message>
        <source>line {line} is not from a journal of Optuna: {problem}</source>
        <translation>Zeile {line} ist nicht aus einem Journal von Optuna: {problem}</translation>
    </message>
    <message>
        <source>it is not an operation with its values</source>
        <translation>sie ist keine Operation mit ihren Werten</translation>
    </message>
    <message>
        <source>the distribution {name} is unknown</source>
        <translation>die Verteilung {name} ist unbekannt</translation>
    </message>
    <message>
        <source>the journal has no study {name}</source>
        <translation>das Journal hat keine Studie {name}</translation>
    </message>
    <message>
        <source>the journal has several studies, or a study with several objectives; name a study with one</source>
        <translation>das Journal hat mehrere Studien, oder eine Studie mit mehreren Zielgrößen; nennen Sie eine Studie mit einer</translation>
    </message>
    <message>
        <source>the trial failed in Optuna</source>
        <translation>der Versuch ist in Optuna gescheitert</translation>
    </message>
    <message>
        <source>search.space: all trials of a controller have the same {path}; set search.run_as to job_each, or remove it</source>
        <translation>search.space: alle Versuche eines Controllers haben dasselbe {path}; setzen Sie search.run_as auf job_each oder entfernen Sie es</translation>
    </message>
    <message>
        <source>this computer has no jobs that could submit trials; set search.run_as to job_each, or choose a cluster</source>
        <translation>dieser Rechner hat keine Jobs, die Versuche einreichen könnten; setzen Sie search.run_as auf job_each oder wählen Sie einen Cluster</translation>
    </message>
    <message>
        <source>sbatch was not found on {node}, so no trial can be submitted from there; set search.run_as to job_each</source>
        <translation>sbatch wurde auf {node} nicht gefunden, also kann von dort kein Versuch eingereicht werden; setzen Sie search.run_as auf job_each</translation>
    </message>
    <message>
        <source>Slurm did not take its job: {words}</source>
        <translation>Slurm hat seinen Job nicht angenommen: {words}</translation>
    </message>
    <message>
        <source>job {job} left the queue without an end of its run</source>
        <translation>Job {job} hat die Warteschlange verlassen, ohne dass sein Lauf ein Ende gemeldet hat</translation>
    </message>
    <message>
        <source>resumed with changed settings: {changes}</source>
        <translation>mit geänderten Einstellungen fortgesetzt: {changes}</translation>
    </message>
    <message>
        <source>it gives programs no terminal ({said})</source>
        <translation>er gibt Programmen kein Terminal ({said})</translation>
    </message>
    <message>
        <source>target here is this computer, where a shell needs no connection; `yard shell here` starts one</source>
        <translation>das Ziel here ist dieser Rechner, auf dem eine Shell keine Verbindung braucht; `yard shell here` startet eine</translation>
    </message>
    <message>
        <source>target {target} has no queue to ask for nodes, GPUs or time; leave those options out</source>
        <translation>das Ziel {target} hat keine Warteschlange, von der sich Knoten, GPUs oder Zeit anfordern ließen; lassen Sie diese Optionen weg</translation>
    </message>
    <message>
        <source>&apos;{program}&apos; could not be started: {problem}</source>
        <translation>&apos;{program}&apos; ließ sich nicht starten: {problem}</translation>
    </message>
    <message>
        <source>{path} does not exist there; the nearest folder that does is {folder}</source>
        <translation>{path} gibt es dort nicht; der nächste Ordner, den es gibt, ist {folder}</translation>
    </message>
    <message>
        <source>{path} may not be read by this account</source>
        <translation>{path} darf dieses Konto nicht lesen</translation>
    </message>
    <message>
        <source>{path} is a folder; `yard ls` lists it, `yard fetch` fetches it</source>
        <translation>{path} ist ein Ordner; `yard ls` listet ihn auf, `yard fetch` holt ihn</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; is not a path on a target; write TARGET:PATH, as in leonardo:results/log.txt</source>
        <translation>&apos;{text}&apos; ist kein Pfad auf einem Ziel; schreiben Sie ZIEL:PFAD, etwa leonardo:results/log.txt</translation>
    </message>
    <message>
        <source>{path} makes this run what it is; change it in a new experiment</source>
        <translation>{path} macht diesen Lauf aus; ändern Sie es in einem neuen Experiment</translation>
    </message>
    <message>
        <source>{path}: {found} is not an absolute path; give the path as the target has it</source>
        <translation>{path}: {found} ist kein absoluter Pfad; geben Sie den Pfad an, den er auf dem Ziel hat</translation>
    </message>
    <message>
        <source>settings can be changed for one run at a time; give one of: {runs}</source>
        <translation>Einstellungen lassen sich nur für einen Lauf auf einmal ändern; geben Sie einen an: {runs}</translation>
    </message>
    <message>
        <source>{name} has started on {target}</source>
        <translation>{name} hat auf {target} begonnen</translation>
    </message>
    <message>
        <source>{name} on {target} is complete</source>
        <translation>{name} auf {target} ist fertig</translation>
    </message>
    <message>
        <source>{name} on {target} was cancelled</source>
        <translation>{name} auf {target} wurde abgebrochen</translation>
    </message>
    <message>
        <source>{name} on {target} has ended: {why}</source>
        <translation>{name} auf {target} ist zu Ende: {why}</translation>
    </message>
    <message>
        <source>{metric} of {name} on {target} is not a finite number at step {step}</source>
        <translation>{metric} von {name} auf {target} ist bei Schritt {step} keine endliche Zahl</translation>
    </message>
    <message>
        <source>{name} on {target} has made no step for {minutes} minutes</source>
        <translation>{name} auf {target} hat seit {minutes} Minuten keinen Schritt gemacht</translation>
    </message>
    <message>
        <source>the GPUs of {name} on {target} have been idle for {minutes} minutes</source>
        <translation>die GPUs von {name} auf {target} sind seit {minutes} Minuten untätig</translation>
    </message>
    <message>
        <source>notifications arrive here</source>
        <translation>Benachrichtigungen kommen hier an</translation>
    </message>
    <message>
        <source>{path} is not what `yard notify` writes; correct or remove it, then set it again</source>
        <translation>{path} ist nicht, was `yard notify` schreibt; berichtigen oder entfernen Sie die Datei und stellen Sie es neu ein</translation>
    </message>
    <message>
        <source>there is no event {event} to be told of; choose from {known}</source>
        <translation>es gibt kein Ereignis {event}, das gemeldet werden könnte; wählen Sie aus {known}</translation>
    </message>
    <message>
        <source>the webhook must be the whole address, beginning with https://</source>
        <translation>der Webhook muss die ganze Adresse sein und mit https:// beginnen</translation>
    </message>
    <message>
        <source>nothing is set that could be tested; give --command, --webhook or --desktop</source>
        <translation>nichts ist eingestellt, was sich ausprobieren ließe; geben Sie --command, --webhook oder --desktop an</translation>
    </message>
    <message>
        <source>the test did not arrive: {why}</source>
        <translation>die Probe ist nicht angekommen: {why}</translation>
    </message>
    <message>
        <source>waits for other tasks of its array to end</source>
        <translation>wartet, bis andere Aufgaben seines Arrays zu Ende sind</translation>
    </message>
    <message>
        <source>a task of the array in {path} could not be started: {why}</source>
        <translation>eine Aufgabe des Arrays in {path} konnte nicht gestartet werden: {why}</translation>
    </message>
    <message>
        <source>the rehearsal was stopped</source>
        <translation>die Probe wurde abgebrochen</translation>
    </message>
    <message>
        <source>the rehearsal failed (exit code {code}): {words}</source>
        <translation>die Probe ist fehlgeschlagen (Exit-Code {code}): {words}</translation>
    </message>
    <message>
        <source>{field} is on the cluster only, so the training could not be rehearsed on this computer</source>
        <translation>{field} liegt nur auf dem Cluster, deshalb konnte das Training auf diesem Rechner nicht geprobt werden</translation>
    </message>
    <message>
        <source>a step with batch.per_device {per_device} is planned to need {needed} GiB on each GPU, which has {there}; lower batch.per_device, or set parallel.recompute to full or lora.rank</source>
        <translation>ein Schritt mit batch.per_device {per_device} braucht nach Plan {needed} GiB auf jeder GPU, die {there} hat; verkleinern Sie batch.per_device, oder setzen Sie parallel.recompute auf full oder lora.rank</translation>
    </message>
    <message>
        <source>a step with batch.per_device {per_device} is planned to need {needed} of the {there} GiB of each GPU, without the caches of torch and CUDA; a lower batch.per_device is safer</source>
        <translation>ein Schritt mit batch.per_device {per_device} braucht nach Plan {needed} der {there} GiB jeder GPU, ohne die Caches von torch und CUDA; ein kleineres batch.per_device ist sicherer</translation>
    </message>
    <message>
        <source>{gpu} does not compute in bf16; set precision.kind to fp16 or fp32</source>
        <translation>{gpu} rechnet nicht in bf16; setzen Sie precision.kind auf fp16 oder fp32</translation>
    </message>
    <message>
        <source>the password of the account on &apos;{host}&apos; has expired: the server accepted it, but requires a new one before it runs anything ({said}); disconnect and connect again to choose one</source>
        <translation>das Passwort des Kontos auf &apos;{host}&apos; ist abgelaufen: der Server hat es angenommen, verlangt aber ein neues, bevor er etwas ausführt ({said}); trennen Sie die Verbindung und verbinden Sie sich neu, um eines zu wählen</translation>
    </message>
    <message>
        <source>the password of {host} has expired and was not changed: {said}; connect again to choose a new one</source>
        <translation>das Passwort von {host} ist abgelaufen und wurde nicht geändert: {said}; verbinden Sie sich erneut, um ein neues zu wählen</translation>
    </message>
    <message>
        <source>{user}@{address}, port {port}, refused the login; it accepts: {methods}; {why}; the site says: {said}</source>
        <translation>{user}@{address}, Port {port}, hat die Anmeldung abgelehnt; angenommen wird: {methods}; {why}; die Site sagt: {said}</translation>
    </message>
    <message>
        <source>{path} is no file with content, such as a device or a pipe; only files are read</source>
        <translation>{path} ist keine Datei mit Inhalt, sondern etwa ein Gerät oder eine Pipe; nur Dateien werden gelesen</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; is not an age; write a number of days or hours, as in 30d or 12h</source>
        <translation>&apos;{text}&apos; ist kein Alter; schreiben Sie eine Zahl von Tagen oder Stunden, wie 30d oder 12h</translation>
    </message>
    <message>
        <source>checking the files</source>
        <translation>prüft die Dateien</translation>
    </message>
    <message>
        <source>rehearsing two steps</source>
        <translation>probt zwei Schritte</translation>
    </message>
    <message>
        <source>{target}: the scheduler rejected the job, and nothing was submitted: {why}; set resources.account to an account of yours that may run there, or ask the site</source>
        <translation>{target}: der Scheduler hat den Job abgelehnt, und nichts wurde eingereicht: {why}; setzen Sie resources.account auf ein Konto von Ihnen, das dort rechnen darf, oder fragen Sie die Site</translation>
    </message>
    <message>
        <source>{file} is not valid for {interpreter}: {words}</source>
        <translation>{file} ist für {interpreter} nicht gültig: {words}</translation>
    </message>
    <message>
        <source>{file}, line {line}: not valid Python: {words}</source>
        <translation>{file}, Zeile {line}: kein gültiges Python: {words}</translation>
    </message>
    <message>
        <source>{place} names {file}, which is not in the code folder; correct the name or add the file</source>
        <translation>{place} nennt {file}, das nicht im Code-Ordner liegt; berichtigen Sie den Namen oder fügen Sie die Datei hinzu</translation>
    </message>
    <message>
        <source>{place} names {file}, which is not sent with the run: code.exclude or .gitignore leaves it out</source>
        <translation>{place} nennt {file}, das mit dem Lauf nicht gesendet wird: code.exclude oder .gitignore lässt es aus</translation>
    </message>
    <message>
        <source>{file}, line {line}: imports {module}, which is not in the code folder</source>
        <translation>{file}, Zeile {line}: importiert {module}, das nicht im Code-Ordner liegt</translation>
    </message>
    <message>
        <source>{file}, line {line}: imports {module}, which is not sent with the run: code.exclude or .gitignore leaves it out</source>
        <translation>{file}, Zeile {line}: importiert {module}, das mit dem Lauf nicht gesendet wird: code.exclude oder .gitignore lässt es aus</translation>
    </message>
    <message>
        <source>{file}, line {line}: imports {module}, which is neither in the code folder nor installed for {python}; install it there, or set environment.venv to where it is</source>
        <translation>{file}, Zeile {line}: importiert {module}, das weder im Code-Ordner liegt noch für {python} installiert ist; installieren Sie es dort, oder setzen Sie environment.venv dorthin, wo es ist</translation>
    </message>
    <message>
        <source>{place}: {file} has no option {option}</source>
        <translation>{place}: {file} hat keine Option {option}</translation>
    </message>
    <message>
        <source>{place}: {file} has no option {option}; did you mean {near}?</source>
        <translation>{place}: {file} hat keine Option {option}; meinten Sie {near}?</translation>
    </message>
    <message>
        <source>{place}: {file} needs the option {option}, which is not given</source>
        <translation>{place}: {file} braucht die Option {option}, die nicht angegeben ist</translation>
    </message>
    <message>
        <source>{place}: {option} of {file} does not take {value}; it takes {takes}</source>
        <translation>{place}: {option} von {file} nimmt {value} nicht; es nimmt {takes}</translation>
    </message>
    <message>
        <source>{place}: {option} asks for bf16, in which {gpu} does not compute; use fp16 or fp32</source>
        <translation>{place}: {option} verlangt bf16, worin {gpu} nicht rechnet; nehmen Sie fp16 oder fp32</translation>
    </message>
    <message>
        <source>within {steps} steps at optimizer.learning_rate {rate}, the loss rose from {first} to {last}; lower it</source>
        <translation>innerhalb von {steps} Schritten mit optimizer.learning_rate {rate} stieg der Verlust von {first} auf {last}; senken Sie sie</translation>
    </message>
    <message>
        <source>{file}, line {line}: imports {module}, which is not in the code folder, so the environment of the run has to have it</source>
        <translation>{file}, Zeile {line}: importiert {module}, das nicht im Code-Ordner liegt, deshalb muss die Umgebung des Laufs es haben</translation>
    </message>
    <message>
        <source>{place}: {option} comes before the program, so {program} takes it for an option of its own; put it after the program</source>
        <translation>{place}: {option} steht vor dem Programm, deshalb hält {program} es für eine eigene Option; setzen Sie es hinter das Programm</translation>
    </message>
    <message>
        <source>{place}: {option} comes after the program, so {program} does not see it; put it before the program</source>
        <translation>{place}: {option} steht hinter dem Programm, deshalb sieht {program} es nicht; setzen Sie es vor das Programm</translation>
    </message>
    <message>
        <source>{place}: there is no program {name} in PATH; correct its name or install it</source>
        <translation>{place}: es gibt kein Programm {name} in PATH; berichtigen Sie den Namen oder installieren Sie es</translation>
    </message>
    <message>
        <source>the site&apos;s command {command} said nothing that could be read of what is left: {said}; correct `balance` in the site file</source>
        <translation>der Befehl {command} der Site hat nichts Lesbares über das Guthaben gesagt: {said}; berichtigen Sie `balance` in der Site-Datei</translation>
    </message>
    <message>
        <source>the loss of {name} on {target} has not fallen for {values} values; the lowest mean of 100 was {lowest}</source>
        <translation>der Loss von {name} auf {target} ist seit {values} Werten nicht gefallen; das niedrigste Mittel von 100 war {lowest}</translation>
    </message>
    <message>
        <source>{base} on {target} has {mebibytes} MiB left: runs there fail when it is full; `yard targets usage {target}` shows what is there</source>
        <translation>{base} auf {target} hat noch {mebibytes} MiB: Läufe dort scheitern, wenn es voll ist; `yard targets usage {target}` zeigt, was dort liegt</translation>
    </message>
    <message>
        <source>job {job} is an array or a task of one; only single jobs can be made runs</source>
        <translation>Job {job} ist ein Array oder eine Aufgabe davon; nur einzelne Jobs können Läufe werden</translation>
    </message>
    <message>
        <source>the name of job {job} has a comma or odd spaces, by which Slurm cannot be asked for it; rename it with `scontrol update JobId={job} Name=...`</source>
        <translation>der Name von Job {job} hat ein Komma oder ungewöhnliche Leerzeichen, mit denen Slurm nicht nach ihm gefragt werden kann; benennen Sie ihn um mit `scontrol update JobId={job} Name=...`</translation>
    </message>
    <message>
        <source>the run could not be recorded in the store of this computer; check the free space of its disk</source>
        <translation>der Lauf konnte nicht im Speicher dieses Rechners verzeichnet werden; prüfen Sie den freien Platz auf der Platte</translation>
    </message>
    <message>
        <source>a job that was not started from here; only its scheduler knows how it is</source>
        <translation>ein Job, der nicht von hier gestartet wurde; nur sein Scheduler weiß, wie es um ihn steht</translation>
    </message>
    <message>
        <source>{run} was taken over from another tracker, and cannot be started from here</source>
        <translation>{run} wurde von einem anderen Tracker übernommen und kann von hier nicht gestartet werden</translation>
    </message>
    <message>
        <source>{run} is a job that was not started from here, and cannot be started again; submit its script with `yard submit`</source>
        <translation>{run} ist ein Job, der nicht von hier gestartet wurde, und kann nicht neu gestartet werden; reichen Sie sein Skript mit `yard submit` ein</translation>
    </message>
    <message>
        <source>this cannot be searched for: {why}</source>
        <translation>danach kann nicht gesucht werden: {why}</translation>
    </message>
    <message>
        <source>{path} cannot be searched there: {why}</source>
        <translation>{path} kann dort nicht durchsucht werden: {why}</translation>
    </message>
    <message>
        <source>the keychain of this computer did not do it: {said}; the login itself is not affected</source>
        <translation>der Schlüsselbund dieses Rechners hat es nicht getan: {said}; die Anmeldung selbst ist nicht betroffen</translation>
    </message>
    <message>
        <source>no target {name}; `yard targets` lists them, and `yard targets add {name} --host HOST` adds a cluster that you reach with `ssh HOST`</source>
        <translation>es gibt kein Ziel {name}; `yard targets` listet sie auf, und `yard targets add {name} --host HOST` fügt einen Cluster hinzu, den Sie mit `ssh HOST` erreichen</translation>
    </message>
    <message>
        <source>waits for its turn in the study, of which at most {count} run at once</source>
        <translation>wartet in der Studie, bis er an der Reihe ist; höchstens {count} laufen zugleich</translation>
    </message>
    <message>
        <source>{study} is a study of several values ({count} runs), not a search: `yard runs {study}` shows its runs, and `yard watch`, `metrics`, `fetch`, `export`, `resume`, `cancel` and `remove` take {study}</source>
        <translation>{study} ist eine Studie mehrerer Werte ({count} Läufe), keine Suche: `yard runs {study}` zeigt ihre Läufe, und `yard watch`, `metrics`, `fetch`, `export`, `resume`, `cancel` und `remove` nehmen {study}</translation>
    </message>
    <message>
        <source>study {study} has all of these {count} runs already; choose to submit all again</source>
        <translation>Studie {study} hat alle diese {count} Läufe schon; wählen Sie, ob alle neu eingereicht werden</translation>
    </message>
    <message>
        <source>Not submitted, since another run of its study failed. The same command submits it again.</source>
        <translation>Nicht eingereicht, weil ein anderer Lauf der Studie gescheitert ist. Derselbe Befehl reicht ihn wieder ein.</translation>
    </message>
    <message>
        <source>{count} {kind} free in the partition {partition} of {target}</source>
        <translation>{count} {kind} frei in der Partition {partition} von {target}</translation>
    </message>
    <message>
        <source>no partition of {target} that counts has {count} {kind}, but at most {there}; ask for fewer, or see `yard cluster {target}`</source>
        <translation>keine Partition von {target}, die zählt, hat {count} {kind}, sondern höchstens {there}; verlangen Sie weniger, oder sehen Sie `yard cluster {target}`</translation>
    </message>
    <message>
        <source>there is no open request {id}; `yard consent` lists them</source>
        <translation>Es gibt keine offene Anfrage {id}; `yard consent` zählt sie auf</translation>
    </message>
    <message>
        <source>{count} requests are open already; answer some with `yard consent`</source>
        <translation>{count} Anfragen sind schon offen; beantworten Sie einige mit `yard consent`</translation>
    </message>
    <message>
        <source>the request is no longer open</source>
        <translation>Die Anfrage ist nicht mehr offen</translation>
    </message>
    <message>
        <source>{id} is more than what is left of the session&apos;s budget, so it can only be allowed once; use --allow once or --deny</source>
        <translation>{id} ist mehr, als vom Budget der Sitzung übrig ist, und kann deshalb nur einmal erlaubt werden; nehmen Sie --allow once oder --deny</translation>
    </message>
    <message>
        <source>a person has refused this; do not ask again without a change</source>
        <translation>Ein Mensch hat das abgelehnt; fragen Sie nicht noch einmal, ohne etwas zu ändern</translation>
    </message>
    <message>
        <source>a person has refused this: {words}</source>
        <translation>Ein Mensch hat das abgelehnt: {words}</translation>
    </message>
    <message>
        <source>no one has answered within 10 minutes, so nothing was done; call the tool again to ask once more</source>
        <translation>In 10 Minuten hat niemand geantwortet, also wurde nichts getan; rufen Sie das Werkzeug noch einmal auf, um neu zu fragen</translation>
    </message>
    <message>
        <source>a message may have at most {mib} MiB; this one was skipped</source>
        <translation>Eine Nachricht darf höchstens {mib} MiB haben; diese wurde übergangen</translation>
    </message>
    <message>
        <source>several messages in one line are part of protocol version 2025-03-26 only</source>
        <translation>Mehrere Nachrichten in einer Zeile gibt es nur in der Version 2025-03-26 des Protokolls</translation>
    </message>
    <message>
        <source>{count} calls are in progress; wait for some of them</source>
        <translation>{count} Aufrufe laufen; warten Sie auf einige davon</translation>
    </message>
    <message>
        <source>there is no tool {name}; there are {known}</source>
        <translation>Es gibt kein Werkzeug {name}; es gibt {known}</translation>
    </message>
    <message>
        <source>{tool} has no argument {name}; it has {known}</source>
        <translation>{tool} hat kein Argument {name}; es hat {known}</translation>
    </message>
    <message>
        <source>give exactly one of path, preset and document</source>
        <translation>Geben Sie genau eines von path, preset und document an</translation>
    </message>
    <message>
        <source>files are not read, since `yard mcp` was started in {folder}; start it in the folder of the experiments, or with --folder</source>
        <translation>Dateien werden nicht gelesen, weil `yard mcp` in {folder} gestartet wurde; starten Sie es im Ordner der Experimente oder mit --folder</translation>
    </message>
    <message>
        <source>{path} is not in {folder}, the only folder whose files this session reads</source>
        <translation>{path} liegt nicht in {folder}, dem einzigen Ordner, dessen Dateien diese Sitzung liest</translation>
    </message>
    <message>
        <source>the request {id} was for another call; leave `consent` out to ask for this one</source>
        <translation>Die Anfrage {id} galt einem anderen Aufruf; lassen Sie `consent` weg, um nach diesem zu fragen</translation>
    </message>
    <message>
        <source>none of these runs has values of {metric}; they have {known}</source>
        <translation>Keiner dieser Läufe hat Werte von {metric}; sie haben {known}</translation>
    </message>
    <message>
        <source>the newest attempt has no output {file}; it has {known}</source>
        <translation>Der neueste Versuch hat keine Ausgabe {file}; er hat {known}</translation>
    </message>
    <message>
        <source>name at least one run, or a study</source>
        <translation>Nennen Sie mindestens einen Lauf oder eine Studie</translation>
    </message>
    <message>
        <source>nothing is to be cancelled: none of these runs is open</source>
        <translation>Es gibt nichts abzubrechen: Keiner dieser Läufe ist offen</translation>
    </message>
    <message>
        <source>{agent} asks to submit on {target}; answer in the window or with `yard consent {id}`</source>
        <translation>{agent} möchte auf {target} abschicken; antworten Sie im Fenster oder mit `yard consent {id}`</translation>
    </message>
    <message>
        <source>{agent} asks to resume a run on {target}; answer in the window or with `yard consent {id}`</source>
        <translation>{agent} möchte auf {target} einen Lauf fortsetzen; antworten Sie im Fenster oder mit `yard consent {id}`</translation>
    </message>
    <message>
        <source>{agent} asks to cancel runs on {target}; answer in the window or with `yard consent {id}`</source>
        <translation>{agent} möchte auf {target} Läufe abbrechen; antworten Sie im Fenster oder mit `yard consent {id}`</translation>
    </message>
    <message>
        <source>{checkpoint} is not the name of a checkpoint of {name} {short}</source>
        <translation>{checkpoint} ist nicht der Name eines Checkpoints von {name} {short}</translation>
    </message>
    <message>
        <source>{name} {short} is still active, and would resume from {checkpoint} or take its result from it; remove it once the run has ended</source>
        <translation>{name} {short} läuft noch und würde von {checkpoint} aus fortgesetzt oder sein Ergebnis daraus nehmen; entfernen Sie ihn, wenn der Lauf beendet ist</translation>
    </message>
    <message>
        <source>logging.rules: "{rule}" compares nothing; write &gt; &gt;= &lt; &lt;= and a number behind the metric, as in `stop when eval/loss &gt; 3 for 20 points`, or `is not finite`</source>
        <translation>logging.rules: „{rule}“ vergleicht nichts; hinter die Metrik &gt; &gt;= &lt; &lt;= und eine Zahl schreiben, wie in `stop when eval/loss &gt; 3 for 20 points`, oder `is not finite`</translation>
    </message>
    <message>
        <source>logging.rules: "{rule}" names no metric; write its name before the comparison, as in `stop when eval/loss &gt; 3`</source>
        <translation>logging.rules: „{rule}“ nennt keine Metrik; ihren Namen vor den Vergleich schreiben, wie in `stop when eval/loss &gt; 3`</translation>
    </message>
    <message>
        <source>logging.rules: "{rule}" has to begin with `stop when`, `notify when` or the name of the metric, as in `stop when eval/loss &gt; 3`</source>
        <translation>logging.rules: „{rule}“ muss mit `stop when`, `notify when` oder dem Namen der Metrik beginnen, wie in `stop when eval/loss &gt; 3`</translation>
    </message>
    <message>
        <source>logging.rules: in "{rule}" "{found}" is no number; a rule ends with one, or with `for 20 points` behind it</source>
        <translation>logging.rules: in „{rule}“ ist „{found}“ keine Zahl; eine Regel endet mit einer, oder mit `for 20 points` dahinter</translation>
    </message>
    <message>
        <source>logging.rules: in "{rule}" "{found}" is no number of points; write a whole one from 1 on, as in `for 20 points`</source>
        <translation>logging.rules: in „{rule}“ ist „{found}“ keine Anzahl von Punkten; eine ganze Zahl ab 1 schreiben, wie in `for 20 points`</translation>
    </message>
    <message>
        <source>logging.rules: a rule has more than {limit} bytes; write one comparison for each item</source>
        <translation>logging.rules: eine Regel hat mehr als {limit} Bytes; je Eintrag einen Vergleich schreiben</translation>
    </message>
    <message>
        <source>{metric} was {value} at step {step} (rule: {rule})</source>
        <translation>{metric} war bei Schritt {step} {value} (Regel: {rule})</translation>
    </message>
    <message>
        <source>{metric} was {value} (rule: {rule})</source>
        <translation>{metric} war {value} (Regel: {rule})</translation>
    </message>
    <message>
        <source>That a rule has acted could not be noted in the run folder ({why}); it may act again when the run is resumed</source>
        <translation>Dass eine Regel gewirkt hat, ließ sich im Ordner des Laufs nicht vermerken ({why}); sie kann beim Fortsetzen noch einmal wirken</translation>
    </message>
    <message>
        <source>The run was stopped because {fired}: {how}; resume it to continue from its last checkpoint, if there is one</source>
        <translation>Der Lauf wurde angehalten, denn {fired}: {how}; Fortsetzen geht vom letzten Sicherungspunkt, falls es einen gibt, weiter</translation>
    </message>
    <message>
        <source>{name} on {target}: {what}</source>
        <translation>{name} auf {target}: {what}</translation>
    </message>
    <message>
        <source>'{project}' is no project: {problem}</source>
        <translation>'{project}' ist kein Projekt: {problem}</translation>
    </message>
    <message>
        <source>{path} is not there: the run was sent no code, or its folder has been removed</source>
        <translation>{path} gibt es nicht: Dem Lauf wurde kein Code gesendet, oder sein Ordner wurde entfernt</translation>
    </message>
</context>
<context>
    <name>ParquetPreview</name>
    <message>
        <source>Parquet, %1; its footer is longer than what is read for a preview</source>
        <translation>Parquet, %1; sein Fuß ist länger, als für eine Vorschau gelesen wird</translation>
    </message>
    <message>
        <source>Parquet, %1; its footer is damaged</source>
        <translation>Parquet, %1; sein Fuß ist beschädigt</translation>
    </message>
    <message>
        <source>Parquet, %L1 rows in %L2 groups, %3, written by %4</source>
        <translation>Parquet, %L1 Zeilen in %L2 Gruppen, %3, geschrieben von %4</translation>
    </message>
    <message>
        <source>an unnamed program</source>
        <translation>einem ungenannten Programm</translation>
    </message>
</context>
<context>
    <name>PathText</name>
    <message>
        <source>missing</source>
        <translation>nicht vorhanden</translation>
    </message>
    <message>
        <source>%1 of %2 missing</source>
        <translation>%1 von %2 nicht vorhanden</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>more than %1 in %2 files</source>
        <translation>mehr als %1 in %2 Dateien</translation>
    </message>
    <message>
        <source>%1 in one file</source>
        <translation>%1 in einer Datei</translation>
    </message>
    <message>
        <source>%1 in %2 files</source>
        <translation>%1 in %2 Dateien</translation>
    </message>
</context>
<context>
    <name>QueueFacts</name>
    <message>
        <source>of %1 free</source>
        <translation>von %1 frei</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>GPUs at once, QOS %1</source>
        <translation>GPUs zugleich, QOS %1</translation>
    </message>
    <message>
        <source>Jobs at once, QOS %1</source>
        <translation>Jobs zugleich, QOS %1</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
</context>
<context>
    <name>QueueText</name>
    <message>
        <source>check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>another computer</source>
        <translation>anderer Rechner</translation>
    </message>
    <message>
        <source>not a run</source>
        <translation>kein Lauf</translation>
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
        <source>Ending</source>
        <translation>Endet</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 Before it: %2.</source>
        <translation>%1 Vor ihm: %2.</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>auf %1</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>etwa %1</translation>
    </message>
    <message>
        <source>ends %1</source>
        <translation>endet %1</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>bis %1</translation>
    </message>
</context>
<context>
    <name>TargetShares</name>
    <message>
        <source>of %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>left</source>
        <translation>übrig</translation>
    </message>
    <message>
        <source>free</source>
        <translation>frei</translation>
    </message>
</context>
<context>
    <name>trainyard::ClusterCards</name>
    <message>
        <source>One login</source>
        <translation>Eine Anmeldung</translation>
    </message>
    <message>
        <source>Partitions</source>
        <translation>Partitionen</translation>
    </message>
    <message>
        <source>Accounts</source>
        <translation>Konten</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Last check</source>
        <translation>Letzte Prüfung</translation>
    </message>
    <message>
        <source>What is known</source>
        <translation>Was bekannt ist</translation>
    </message>
    <message>
        <source>as of %1</source>
        <translation>Stand %1</translation>
    </message>
    <message>
        <source>as of the last login</source>
        <translation>Stand der letzten Anmeldung</translation>
    </message>
    <message>
        <source>not checked since the window opened</source>
        <translation>nicht geprüft, seit das Fenster offen ist</translation>
    </message>
    <message>
        <source>all in order</source>
        <translation>alles in Ordnung</translation>
    </message>
    <message>
        <source>to look at: %1</source>
        <translation>anzusehen: %1</translation>
    </message>
</context>
<context>
    <name>trainyard::ClusterList</name>
    <message>
        <source>Cancel the start</source>
        <translation>Den Start abbrechen</translation>
    </message>
    <message>
        <source>Start practice cluster</source>
        <translation>Übungscluster starten</translation>
    </message>
    <message>
        <source>A small Slurm on this computer, to try everything</source>
        <translation>Ein kleines Slurm auf diesem Rechner, um alles zu probieren</translation>
    </message>
    <message>
        <source>No cluster yet.

Add one that you reach with ssh; this computer is always available and needs no setup.</source>
        <translation>Noch kein Cluster.

Fügen Sie eines hinzu, das Sie mit ssh erreichen; dieser Rechner ist immer da und braucht nichts.</translation>
    </message>
    <message>
        <source>Add cluster…</source>
        <translation>Cluster hinzufügen …</translation>
    </message>
    <message>
        <source>Add a cluster (Ctrl+N)</source>
        <translation>Ein Cluster hinzufügen (Strg+N)</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>Cluster</translation>
    </message>
</context>
<context>
    <name>trainyard::ComparisonSentence</name>
    <message>
        <source>Opens the experiments with the seeds that would most likely tell them apart.</source>
        <translation>Öffnet die Experimente mit den Startwerten, die sie sehr wahrscheinlich unterscheiden.</translation>
    </message>
    <message>
        <source>More seeds…</source>
        <translation>Weitere Startwerte …</translation>
    </message>
    <message>
        <source>Duplicate %1</source>
        <translation>%1 duplizieren</translation>
    </message>
    <message>
        <source>Metric that decides which run is best</source>
        <translation>Metrik, die entscheidet, welcher Lauf der beste ist</translation>
    </message>
    <message>
        <source>Run them</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Submits runs that would most likely tell them apart, after a question.</source>
        <translation>Übergibt nach einer Rückfrage Läufe, die sie am ehesten unterscheiden.</translation>
    </message>
    <message>
        <source>Submitting run %1 of %2…</source>
        <translation>Lauf %1 von %2 wird übergeben …</translation>
    </message>
    <message numerus="yes">
        <source>Submit %n runs to %1, the same with other seeds?</source>
        <translation>
            <numerusform>%n Lauf an %1 übergeben, derselbe mit anderem Seed?</numerusform>
            <numerusform>%n Läufe an %1 übergeben, dieselben mit anderen Seeds?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Submit %n runs</source>
        <translation>
            <numerusform>%n Lauf übergeben</numerusform>
            <numerusform>%n Läufe übergeben</numerusform>
        </translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Nicht jetzt</translation>
    </message>
    <message numerus="yes">
        <source>%n runs are submitted; the next one is not: %1</source>
        <translation>
            <numerusform>%n Lauf ist übergeben, der nächste nicht: %1</numerusform>
            <numerusform>%n Läufe sind übergeben, der nächste nicht: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::ExperimentModel</name>
    <message>
        <source>Not submitted: fix the problems listed below first.</source>
        <translation>Nicht abgeschickt: Zuerst ist zu berichtigen, was die Liste unten nennt.</translation>
    </message>
</context>
<context>
    <name>trainyard::ExperimentSides</name>
    <message>
        <source>The form is disabled until the text is valid: %1</source>
        <translation>Das Formular ruht, bis der Text lesbar ist: %1</translation>
    </message>
    <message>
        <source>study: %1 values</source>
        <translation>Studie: %1 Werte</translation>
    </message>
</context>
<context>
    <name>trainyard::FirstSteps</name>
    <message>
        <source>Starting…</source>
        <translation>Startet…</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Run the quickstart here</source>
        <translation>Schnellstart hier ausführen</translation>
    </message>
    <message>
        <source>Half a minute, with data made here</source>
        <translation>Eine halbe Minute, mit hier erzeugten Daten</translation>
    </message>
    <message>
        <source>Compare three learning rates</source>
        <translation>Drei Lernraten vergleichen</translation>
    </message>
    <message>
        <source>Opens the quickstart with three values</source>
        <translation>Öffnet den Schnellstart mit drei Werten</translation>
    </message>
    <message>
        <source>Run a program of your own</source>
        <translation>Ein eigenes Programm ausführen</translation>
    </message>
    <message>
        <source>A Python or job script, as it is; numbers that it prints become curves</source>
        <translation>Ein Python- oder Jobskript, wie es ist; Zahlen, die es ausgibt, werden Kurven</translation>
    </message>
    <message>
        <source>Starting the practice cluster</source>
        <translation>Der Übungscluster startet</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Auf diesem Rechner</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Start the practice cluster</source>
        <translation>Übungscluster starten</translation>
    </message>
    <message>
        <source>A small Slurm on this computer, to try everything</source>
        <translation>Ein kleines Slurm auf diesem Rechner, um alles zu probieren</translation>
    </message>
    <message>
        <source>Add a cluster</source>
        <translation>Cluster hinzufügen</translation>
    </message>
    <message>
        <source>Any host that you reach with ssh</source>
        <translation>Jeder Rechner, den Sie mit ssh erreichen</translation>
    </message>
    <message>
        <source>First steps</source>
        <translation>Erste Schritte</translation>
    </message>
</context>
<context>
    <name>trainyard::GroupedRunView</name>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>Ein Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>All others</source>
        <translation>Alle anderen</translation>
    </message>
    <message>
        <source>1 run</source>
        <translation>1 Lauf</translation>
    </message>
</context>
<context>
    <name>trainyard::LaneView</name>
    <message>
        <source>Nodes over time</source>
        <translation>Knoten im Verlauf</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
</context>
<context>
    <name>trainyard::LoginChain</name>
    <message>
        <source>login node</source>
        <translation>Anmeldeknoten</translation>
    </message>
    <message>
        <source>login node, as %1</source>
        <translation>Anmeldeknoten, als %1</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>the service</source>
        <translation>der Dienst</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>known after a login</source>
        <translation>nach einer Anmeldung bekannt</translation>
    </message>
    <message>
        <source>live values by the login node</source>
        <translation>laufende Werte über den Anmeldeknoten</translation>
    </message>
    <message>
        <source>values from files, up to 5 s late</source>
        <translation>Werte aus Dateien, bis zu 5 s später</translation>
    </message>
</context>
<context>
    <name>trainyard::OpenTabs</name>
    <message>
        <source>Not saved yet</source>
        <translation>Noch nicht gespeichert</translation>
    </message>
    <message>
        <source>Not saved yet; paths are relative to %1</source>
        <translation>Noch nicht gespeichert; Pfade gelten ab %1</translation>
    </message>
</context>
<context>
    <name>trainyard::OtherRunBox</name>
    <message>
        <source>No other run</source>
        <translation>Kein anderer Lauf</translation>
    </message>
</context>
<context>
    <name>trainyard::OtherSamplePane</name>
    <message>
        <source>This run has nothing under this name.</source>
        <translation>Dieser Lauf hat nichts unter diesem Namen.</translation>
    </message>
</context>
<context>
    <name>trainyard::PageLinks</name>
    <message>
        <source>The experiment is submitted.</source>
        <translation>Das Experiment ist abgeschickt.</translation>
    </message>
    <message>
        <source>Show the run</source>
        <translation>Den Lauf zeigen</translation>
    </message>
    <message>
        <source>%1 runs are submitted as a study.</source>
        <translation>%1 Läufe sind als Studie abgeschickt.</translation>
    </message>
    <message>
        <source>Show them</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>The practice cluster runs, and is chosen for the experiment.</source>
        <translation>Der Übungscluster läuft und ist für das Experiment gewählt.</translation>
    </message>
    <message>
        <source>Show the experiment</source>
        <translation>Experiment zeigen</translation>
    </message>
    <message>
        <source>The search has started.</source>
        <translation>Die Suche hat begonnen.</translation>
    </message>
    <message>
        <source>Show the study</source>
        <translation>Die Studie zeigen</translation>
    </message>
</context>
<context>
    <name>trainyard::PaletteEntries</name>
    <message>
        <source>New experiment</source>
        <translation>Neues Experiment</translation>
    </message>
    <message>
        <source>Open an experiment</source>
        <translation>Ein Experiment öffnen</translation>
    </message>
    <message>
        <source>Import settings of another trainer</source>
        <translation>Einstellungen eines anderen Trainers einlesen</translation>
    </message>
    <message>
        <source>Bring runs of another tracker along</source>
        <translation>Läufe eines anderen Trackers übernehmen</translation>
    </message>
    <message>
        <source>Add a cluster</source>
        <translation>Cluster hinzufügen</translation>
    </message>
    <message>
        <source>Switch between light and dark</source>
        <translation>Zwischen Hell und Dunkel wechseln</translation>
    </message>
    <message>
        <source>Fold or unfold the side</source>
        <translation>Leiste ein- oder ausklappen</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>Zu %1 gehen</translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation>Nächster Bereich</translation>
    </message>
    <message>
        <source>Previous pane</source>
        <translation>Voriger Bereich</translation>
    </message>
    <message>
        <source>Start the practice cluster</source>
        <translation>Übungscluster starten</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Review and submit %1</source>
        <translation>%1 prüfen und einreichen</translation>
    </message>
    <message>
        <source>Save %1</source>
        <translation>%1 speichern</translation>
    </message>
    <message>
        <source>Connect to %1</source>
        <translation>Mit %1 verbinden</translation>
    </message>
    <message>
        <source>Disconnect from %1</source>
        <translation>Von %1 trennen</translation>
    </message>
</context>
<context>
    <name>trainyard::PlotCurves</name>
    <message>
        <source>best %1 at %2</source>
        <translation>bester %1 bei %2</translation>
    </message>
</context>
<context>
    <name>trainyard::PlotFiles</name>
    <message>
        <source>Save the curves as a picture</source>
        <translation>Die Kurven als Bild speichern</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>Bilder (*.png)</translation>
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
        <source>Save the plot as a drawing</source>
        <translation>Das Diagramm als Zeichnung speichern</translation>
    </message>
    <message>
        <source>Save the plot as a picture</source>
        <translation>Das Diagramm als Bild speichern</translation>
    </message>
    <message>
        <source>Drawings (*.svg)</source>
        <translation>Zeichnungen (*.svg)</translation>
    </message>
</context>
<context>
    <name>trainyard::PlotHead</name>
    <message>
        <source>Show everything again (double click, or Home)</source>
        <translation>Wieder alles zeigen (Doppelklick oder Pos1)</translation>
    </message>
    <message>
        <source>Reset the zoom</source>
        <translation>Ausschnitt zurücksetzen</translation>
    </message>
    <message>
        <source>Show this plot alone (Return); Esc goes back</source>
        <translation>Nur dieses Diagramm zeigen (Eingabe); Esc führt zurück</translation>
    </message>
    <message>
        <source>Enlarge</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>More about this plot</source>
        <translation>Mehr zu diesem Diagramm</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Logarithmic vertical axis</source>
        <translation>Logarithmische senkrechte Achse</translation>
    </message>
    <message>
        <source>Copy the picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>Picture (PNG)…</source>
        <translation>Bild (PNG)…</translation>
    </message>
    <message>
        <source>Drawing (SVG)…</source>
        <translation>Zeichnung (SVG)…</translation>
    </message>
    <message>
        <source>All points (CSV)…</source>
        <translation>Alle Punkte (CSV)…</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten…</translation>
    </message>
    <message>
        <source>Make a panel of my own of it…</source>
        <translation>Ein eigenes Diagramm daraus machen…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>trainyard::PlotReadings</name>
    <message>
        <source>%1, smoothed %2</source>
        <translation>%1, geglättet %2</translation>
    </message>
    <message>
        <source>%1%2  at %3</source>
        <translation>%1%2  bei %3</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>%1, from %2 to %3</source>
        <translation>%1, von %2 bis %3</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
</context>
<context>
    <name>trainyard::PortsView</name>
    <message>
        <source>Ports</source>
        <translation>Ports</translation>
    </message>
    <message>
        <source>No port of this computer leads there.</source>
        <translation>Kein Port dieses Rechners führt dorthin.</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen…</translation>
    </message>
    <message>
        <source>Open a port</source>
        <translation>Einen Port öffnen</translation>
    </message>
    <message>
        <source>Open a port on this computer that leads to one of a node there, only for your programs</source>
        <translation>Einen Port auf diesem Rechner öffnen, der zu einem eines Knotens dort führt, nur für Ihre Programme</translation>
    </message>
    <message>
        <source>at %1:%2</source>
        <translation>auf %1:%2</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Open %1 in a browser</source>
        <translation>%1 in einem Browser öffnen</translation>
    </message>
    <message>
        <source>Close %1</source>
        <translation>%1 schließen</translation>
    </message>
    <message>
        <source>No browser could be started.</source>
        <translation>Kein Browser konnte gestartet werden.</translation>
    </message>
    <message>
        <source>Port of the login node, or of a node there as NODE:PORT</source>
        <translation>Port des Anmeldeknotens, oder eines Knotens dort als KNOTEN:PORT</translation>
    </message>
    <message>
        <source>%1 is no port: write 8888, or gpu1:8888.</source>
        <translation>%1 ist kein Port: schreiben Sie 8888 oder gpu1:8888.</translation>
    </message>
</context>
<context>
    <name>trainyard::QueueHead</name>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Whose jobs</source>
        <translation>Wessen Jobs</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Auffrischen</translation>
    </message>
    <message>
        <source>Ask now; clusters are asked every 30 seconds while this page is open</source>
        <translation>Jetzt fragen; Cluster werden alle 30 Sekunden gefragt, solange diese Seite zu sehen ist</translation>
    </message>
    <message>
        <source>Job, run, user</source>
        <translation>Job, Lauf, Benutzer</translation>
    </message>
    <message>
        <source>Search jobs</source>
        <translation>Jobs suchen</translation>
    </message>
    <message>
        <source>Mine</source>
        <translation>Meine</translation>
    </message>
    <message>
        <source>asking…</source>
        <translation>wird gefragt…</translation>
    </message>
    <message>
        <source>asked %1 s ago, again in %2 s</source>
        <translation>vor %1 s gefragt, wieder in %2 s</translation>
    </message>
</context>
<context>
    <name>trainyard::QueueSide</name>
    <message>
        <source>Free GPUs</source>
        <translation>Freie GPUs</translation>
    </message>
    <message>
        <source>My limits</source>
        <translation>Meine Grenzen</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>How long mine waited</source>
        <translation>Wie lange meine warteten</translation>
    </message>
    <message>
        <source>last 30 days</source>
        <translation>letzte 30 Tage</translation>
    </message>
    <message>
        <source>Clean up</source>
        <translation>Aufräumen</translation>
    </message>
    <message>
        <source>What Trainyard keeps there, and what nobody needs any more</source>
        <translation>Was Trainyard dort hält, und was niemand mehr braucht</translation>
    </message>
    <message>
        <source>Log in to ask</source>
        <translation>Anmelden, um zu fragen</translation>
    </message>
    <message>
        <source>Log in to %1</source>
        <translation>Bei %1 anmelden</translation>
    </message>
</context>
<context>
    <name>trainyard::QueueTable</name>
    <message>
        <source>Jobs</source>
        <translation>Jobs</translation>
    </message>
</context>
<context>
    <name>trainyard::RunHead</name>
    <message>
        <source>Removed</source>
        <translation>Entfernt</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>Fortschritt des Laufs</translation>
    </message>
    <message>
        <source>This run no longer exists: it was removed, or its submission was refused. The data read so far is still shown, but no actions are possible.</source>
        <translation>Diesen Lauf gibt es nicht mehr: Er wurde entfernt, oder er wurde beim Abschicken abgelehnt. Was von ihm gelesen wurde, wird noch gezeigt; tun lässt sich mit ihm nichts mehr.</translation>
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
        <source>ended %1</source>
        <translation>beendet %1</translation>
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
        <source>on %1</source>
        <translation>auf %1</translation>
    </message>
</context>
<context>
    <name>trainyard::RunMenus</name>
    <message>
        <source>Views</source>
        <translation>Ansichten</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Not grouped</source>
        <translation>Nicht gruppiert</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>Neueste zuerst</translation>
    </message>
    <message>
        <source>Oldest first</source>
        <translation>Älteste zuerst</translation>
    </message>
    <message>
        <source>By %1, highest first</source>
        <translation>Nach %1, höchste zuerst</translation>
    </message>
    <message>
        <source>By %1, lowest first</source>
        <translation>Nach %1, niedrigste zuerst</translation>
    </message>
    <message>
        <source>Save this view…</source>
        <translation>Diese Ansicht speichern…</translation>
    </message>
    <message>
        <source>Forget a view</source>
        <translation>Eine Ansicht vergessen</translation>
    </message>
    <message>
        <source>Save this view</source>
        <translation>Diese Ansicht speichern</translation>
    </message>
    <message>
        <source>Its name; search, groups, order, columns, panels, and whose curves are shown are kept.</source>
        <translation>Ihr Name; Suche, Gruppen, Reihenfolge, Spalten, Diagramme und wessen Kurven gezeigt sind, werden behalten.</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Nach Namen</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>Metriken</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Choose by what differs</source>
        <translation>Nach dem wählen, was sich unterscheidet</translation>
    </message>
    <message>
        <source>Group: %1</source>
        <translation>Gruppe: %1</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
</context>
<context>
    <name>trainyard::RunQuestions</name>
    <message>
        <source>Remove a run</source>
        <translation>Einen Lauf entfernen</translation>
    </message>
    <message>
        <source>Permanently remove &quot;%1&quot;?</source>
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
        <source>The folder %1 no longer exists.</source>
        <translation>Den Ordner %1 gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>No file manager was found. The run is in %1</source>
        <translation>Es wurde kein Programm für Ordner gefunden. Der Lauf liegt in %1</translation>
    </message>
</context>
<context>
    <name>trainyard::SamplesView</name>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>Beside</source>
        <translation>Daneben</translation>
    </message>
    <message>
        <source>The rows that are judged worst appear here with each evaluation.</source>
        <translation>Hier erscheinen mit jeder Auswertung die Zeilen, die am schlechtesten beurteilt werden.</translation>
    </message>
    <message>
        <source>A program shows texts, tables, images and histograms here by logging them, with W&amp;B (wandb.log of a Table, an Image, a Histogram, a text) or with TensorBoard (add_text, add_image, add_histogram).</source>
        <translation>Hier zeigt ein Programm Texte, Tabellen, Bilder und Histogramme, indem es sie aufzeichnet, mit W&amp;B (wandb.log von Table, Image, Histogram oder einem Text) oder mit TensorBoard (add_text, add_image, add_histogram).</translation>
    </message>
    <message>
        <source>table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>%1 (%2), samples: %3</source>
        <translation>%1 (%2), Proben: %3</translation>
    </message>
</context>
<context>
    <name>trainyard::SamplePane</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Save to a file</source>
        <translation>In eine Datei speichern</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>no step</source>
        <translation>kein Schritt</translation>
    </message>
    <message>
        <source>There is none at step %1; this is the nearest.</source>
        <translation>Bei Schritt %1 gibt es keine; dies ist die nächste.</translation>
    </message>
    <message>
        <source>There was more of it; this is the beginning.</source>
        <translation>Es war mehr davon; dies ist der Anfang.</translation>
    </message>
    <message>
        <source>Save the sample</source>
        <translation>Die Probe speichern</translation>
    </message>
    <message>
        <source>Samples (%1)</source>
        <translation>Proben (%1)</translation>
    </message>
</context>
<context>
    <name>ShownSample</name>
    <message>
        <source>This table cannot be read.</source>
        <translation>Diese Tabelle kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>This histogram cannot be read.</source>
        <translation>Dieses Histogramm kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>count</source>
        <translation>Anzahl</translation>
    </message>
</context>
<context>
    <name>trainyard::HistogramPicture</name>
    <message>
        <source>Over the steps</source>
        <translation>Über die Schritte</translation>
    </message>
    <message>
        <source>At step %1</source>
        <translation>Bei Schritt %1</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>step %1: %2 % between %3 and %4</source>
        <translation>Schritt %1: %2 % zwischen %3 und %4</translation>
    </message>
    <message>
        <source>%1 between %2 and %3</source>
        <translation>%1 zwischen %2 und %3</translation>
    </message>
</context>
<context>
    <name>RasterPicture</name>
    <message>
        <source>It is no picture of this kind.</source>
        <translation>Es ist kein Bild dieser Art.</translation>
    </message>
    <message>
        <source>A picture of %1 × %2 pixels is too large to be shown.</source>
        <translation>Ein Bild von %1 × %2 Pixeln ist zu groß, um gezeigt zu werden.</translation>
    </message>
    <message>
        <source>The picture is damaged.</source>
        <translation>Das Bild ist beschädigt.</translation>
    </message>
</context>
<context>
    <name>PictureReader</name>
    <message>
        <source>A drawing with entities of its own is not shown.</source>
        <translation>Eine Zeichnung mit eigenen Entitäten wird nicht gezeigt.</translation>
    </message>
    <message>
        <source>The drawing is nested too deeply.</source>
        <translation>Die Zeichnung ist zu tief verschachtelt.</translation>
    </message>
    <message>
        <source>A drawing that refers to other pictures is not shown.</source>
        <translation>Eine Zeichnung, die auf andere Bilder verweist, wird nicht gezeigt.</translation>
    </message>
    <message>
        <source>A drawing that refers to parts of it that come later is not shown.</source>
        <translation>Eine Zeichnung, die auf spätere Teile verweist, wird nicht gezeigt.</translation>
    </message>
    <message>
        <source>The drawing has too many parts to be shown.</source>
        <translation>Die Zeichnung hat zu viele Teile, um gezeigt zu werden.</translation>
    </message>
    <message>
        <source>The drawing is damaged.</source>
        <translation>Die Zeichnung ist beschädigt.</translation>
    </message>
</context>
<context>
    <name>PresetCards</name>
    <message>
        <source>A small GPT-2, from random weights</source>
        <translation>Ein kleines GPT-2, mit zufälligen Gewichten begonnen</translation>
    </message>
    <message>
        <source>Qwen3-0.6B learns Python, LoRA</source>
        <translation>Qwen3-0.6B lernt Python, LoRA</translation>
    </message>
    <message>
        <source>A Llama learns hospital stays</source>
        <translation>Ein Llama lernt Krankenhausaufenthalte</translation>
    </message>
    <message>
        <source>30-day readmission from notes</source>
        <translation>Wiederaufnahme in 30 Tagen, aus Arztbriefen</translation>
    </message>
    <message>
        <source>GPT-2 medium on books (PG19)</source>
        <translation>GPT-2 medium auf Büchern (PG19)</translation>
    </message>
    <message>
        <source>GPT-2 on WikiText-2, two nodes</source>
        <translation>GPT-2 auf WikiText-2, zwei Knoten</translation>
    </message>
    <message>
        <source>Your own Hugging Face script</source>
        <translation>Eigenes Skript von Hugging Face</translation>
    </message>
    <message>
        <source>Entities in clinical notes</source>
        <translation>Entitäten in Arztbriefen</translation>
    </message>
    <message>
        <source>Prepare clinical notes</source>
        <translation>Arztbriefe vorbereiten</translation>
    </message>
    <message>
        <source>BERT learns the language of clinical notes</source>
        <translation>BERT lernt die Sprache von Arztbriefen</translation>
    </message>
    <message>
        <source>Qwen3-0.6B learns Python, all weights</source>
        <translation>Qwen3-0.6B lernt Python, alle Gewichte</translation>
    </message>
    <message>
        <source>Qwen3-0.6B learns Python, four nodes</source>
        <translation>Qwen3-0.6B lernt Python, vier Knoten</translation>
    </message>
    <message>
        <source>The same as a script under accelerate</source>
        <translation>Dasselbe als Skript unter accelerate</translation>
    </message>
    <message>
        <source>Mortality from the first 24 hours</source>
        <translation>Sterblichkeit aus den ersten 24 Stunden</translation>
    </message>
    <message>
        <source>Features and information of timelines</source>
        <translation>Merkmale und Information von Zeitreihen</translation>
    </message>
    <message>
        <source>In-hospital mortality from notes</source>
        <translation>Sterblichkeit im Krankenhaus, aus Arztbriefen</translation>
    </message>
    <message>
        <source>Length of stay from notes</source>
        <translation>Aufenthaltsdauer, aus Arztbriefen</translation>
    </message>
    <message>
        <source>Comorbidity from notes</source>
        <translation>Begleiterkrankungen, aus Arztbriefen</translation>
    </message>
    <message>
        <source>Insurance denial from notes</source>
        <translation>Ablehnung der Versicherung, aus Arztbriefen</translation>
    </message>
    <message>
        <source>run_clm under DeepSpeed</source>
        <translation>run_clm unter DeepSpeed</translation>
    </message>
    <message>
        <source>no GPU</source>
        <translation>keine GPU</translation>
    </message>
    <message>
        <source>%1 limit</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>Pretraining</source>
        <translation>Vortraining</translation>
    </message>
    <message>
        <source>Instruction tuning</source>
        <translation>Instruction Tuning</translation>
    </message>
    <message>
        <source>Classification</source>
        <translation>Klassifikation</translation>
    </message>
    <message>
        <source>Own script</source>
        <translation>Eigenes Skript</translation>
    </message>
</context>
<context>
    <name>PresetChanges</name>
    <message>
        <source>not set</source>
        <translation>nicht gesetzt</translation>
    </message>
    <message>
        <source>All settings are the defaults</source>
        <translation>Alle Einstellungen sind die Vorgaben</translation>
    </message>
    <message>
        <source>1 setting differs from the defaults</source>
        <translation>1 Einstellung weicht von den Vorgaben ab</translation>
    </message>
    <message>
        <source>%1 settings differ from the defaults</source>
        <translation>%1 Einstellungen weichen von den Vorgaben ab</translation>
    </message>
    <message>
        <source>No changes to the preset</source>
        <translation>Keine Änderungen an der Vorlage</translation>
    </message>
    <message>
        <source>1 change to the preset</source>
        <translation>1 Änderung an der Vorlage</translation>
    </message>
    <message>
        <source>%1 changes to the preset</source>
        <translation>%1 Änderungen an der Vorlage</translation>
    </message>
</context>
<context>
    <name>PreviewText</name>
    <message>
        <source>not valid JSON at byte %1</source>
        <translation>kein gültiges JSON bei Byte %1</translation>
    </message>
    <message>
        <source>%1; no text</source>
        <translation>%1; kein Text</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>Leer</translation>
    </message>
    <message>
        <source>The last %1 of %2</source>
        <translation>Die letzten %1 von %2</translation>
    </message>
    <message>
        <source>The first %1 of %2</source>
        <translation>Die ersten %1 von %2</translation>
    </message>
</context>
<context>
    <name>QuantityText</name>
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
        <translation>%1 T %2 h</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>gerade eben</translation>
    </message>
    <message>
        <source>%1 min ago</source>
        <translation>vor %1 min</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>in %1 min</source>
        <translation>in %1 min</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>1 node</source>
        <translation>1 Knoten</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 Knoten</translation>
    </message>
    <message>
        <source>1 GPU</source>
        <translation>1 GPU</translation>
    </message>
    <message>
        <source>%1 GPUs</source>
        <translation>%1 GPUs</translation>
    </message>
    <message>
        <source>%1 of %2 %3 left</source>
        <translation>%1 von %2 %3 übrig</translation>
    </message>
    <message>
        <source>%1 %2 left</source>
        <translation>%1 %2 übrig</translation>
    </message>
    <message>
        <source>d MMM HH:mm</source>
        <translation>d. MMM HH:mm</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <translation>d. MMM yyyy</translation>
    </message>
    <message>
        <source>d MMM yyyy HH:mm</source>
        <translation>d. MMM yyyy HH:mm</translation>
    </message>
    <message>
        <source>d MMM yyyy HH:mm:ss</source>
        <translation>d. MMM yyyy HH:mm:ss</translation>
    </message>
</context>
<context>
    <name>ResourceHelp</name>
    <message>
        <source>%1 %2 on each of %3</source>
        <translation>%1 %2 auf jedem von %3</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>no time limit</source>
        <translation>ohne Zeitgrenze</translation>
    </message>
    <message>
        <source>closed now (%1)</source>
        <translation>zurzeit geschlossen (%1)</translation>
    </message>
    <message>
        <source>not in this partition</source>
        <translation>nicht in dieser Partition</translation>
    </message>
    <message>
        <source>%1 on each of %2</source>
        <translation>%1 auf jedem von %2</translation>
    </message>
    <message>
        <source>features for --constraint=: %1</source>
        <translation>Merkmale für --constraint=: %1</translation>
    </message>
    <message>
        <source>at most %1 GiB</source>
        <translation>höchstens %1 GiB</translation>
    </message>
    <message>
        <source>%1 GPUs free</source>
        <translation>%1 GPUs frei</translation>
    </message>
    <message>
        <source>%1 %2 free</source>
        <translation>%1 %2 frei</translation>
    </message>
    <message>
        <source>%1 nodes free</source>
        <translation>%1 Knoten frei</translation>
    </message>
</context>
<context>
    <name>RunCause</name>
    <message>
        <source>Rank %1 on %2</source>
        <translation>Rank %1 auf %2</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>The run</source>
        <translation>Der Lauf</translation>
    </message>
    <message>
        <source>The program on %1</source>
        <translation>Das Programm auf %1</translation>
    </message>
    <message>
        <source> at step %1 of %2</source>
        <translation> bei Schritt %1 von %2</translation>
    </message>
    <message>
        <source> at step %1</source>
        <translation> bei Schritt %1</translation>
    </message>
    <message>
        <source>The cluster lost the job before it ran</source>
        <translation>Der Cluster hat den Job verloren, bevor er lief</translation>
    </message>
    <message>
        <source>%1 ran out of memory%2</source>
        <translation>%1 hatte%2 zu wenig Speicher</translation>
    </message>
    <message>
        <source>The time limit was reached%1</source>
        <translation>Das Zeitlimit wurde%1 erreicht</translation>
    </message>
    <message>
        <source>The cluster took its resources back%1</source>
        <translation>Der Cluster hat%1 seine Ressourcen zurückgenommen</translation>
    </message>
    <message>
        <source>The run was cancelled%1</source>
        <translation>Der Lauf wurde%1 abgebrochen</translation>
    </message>
    <message>
        <source>%1 failed%2</source>
        <translation>%1 ist%2 fehlgeschlagen</translation>
    </message>
    <message>
        <source>Submitting it again makes a new job for the same run.</source>
        <translation>Erneutes Abschicken erzeugt einen neuen Job für denselben Lauf.</translation>
    </message>
    <message>
        <source>Resuming starts the program again in the same folder; whether it continues from a checkpoint is up to the program.</source>
        <translation>Fortsetzen startet das Programm im selben Ordner neu; ob es bei einem Checkpoint weitermacht, entscheidet das Programm.</translation>
    </message>
    <message>
        <source>No checkpoint was saved, so resuming begins at the first step.</source>
        <translation>Es wurde kein Checkpoint gespeichert; Fortsetzen beginnt daher beim ersten Schritt.</translation>
    </message>
    <message>
        <source>Resuming continues from the checkpoint at step %1; nothing is repeated.</source>
        <translation>Fortsetzen macht beim Checkpoint von Schritt %1 weiter; nichts wird wiederholt.</translation>
    </message>
    <message>
        <source>Resuming continues from the checkpoint at step %1; %2 steps are repeated, about %3.</source>
        <translation>Fortsetzen macht beim Checkpoint von Schritt %1 weiter; %2 Schritte werden wiederholt, etwa %3.</translation>
    </message>
    <message>
        <source>Resuming continues from the checkpoint at step %1; %2 steps are repeated.</source>
        <translation>Fortsetzen macht beim Checkpoint von Schritt %1 weiter; %2 Schritte werden wiederholt.</translation>
    </message>
    <message>
        <source>The job may wait longer for a node with that much.</source>
        <translation>Der Job wartet vielleicht länger auf einen Knoten mit so viel Speicher.</translation>
    </message>
    <message>
        <source>Nothing: the global batch stays the same. A little slower.</source>
        <translation>Nichts: Der globale Batch bleibt gleich. Etwas langsamer.</translation>
    </message>
    <message>
        <source>Nothing: with %1 accumulation steps the global batch stays the same. A little slower.</source>
        <translation>Nichts: Mit %1 Akkumulationsschritten bleibt der globale Batch gleich. Etwas langsamer.</translation>
    </message>
    <message>
        <source>The global batch becomes smaller.</source>
        <translation>Der globale Batch wird kleiner.</translation>
    </message>
    <message>
        <source>No number changes; about a third slower.</source>
        <translation>Keine Zahl ändert sich; etwa ein Drittel langsamer.</translation>
    </message>
    <message>
        <source>The last digits at most. The processes share out the optimizer&apos;s state and gradients.</source>
        <translation>Höchstens die letzten Stellen. Die Prozesse teilen sich den Zustand des Optimierers und die Gradienten.</translation>
    </message>
    <message>
        <source>No number changes. Main memory is used instead of the GPU&apos;s. Slower.</source>
        <translation>Keine Zahl ändert sich. Statt des Speichers der GPU wird der Hauptspeicher genutzt. Langsamer.</translation>
    </message>
    <message>
        <source>The last digits at most. The processes share out the parameters, too, and gather each layer before it is computed. Slower.</source>
        <translation>Höchstens die letzten Stellen. Die Prozesse teilen auch die Parameter auf und sammeln jede Schicht ein, bevor sie berechnet wird. Langsamer.</translation>
    </message>
    <message>
        <source>Losses differ in the third digit; faster on a GPU.</source>
        <translation>Der Loss weicht in der dritten Stelle ab; auf einer GPU schneller.</translation>
    </message>
    <message>
        <source>The training: longer texts are cut or divided.</source>
        <translation>Das Training: Längere Texte werden gekürzt oder geteilt.</translation>
    </message>
    <message>
        <source>Submit again</source>
        <translation>Erneut abschicken</translation>
    </message>
    <message>
        <source>Resume from step %1</source>
        <translation>Ab Schritt %1 fortsetzen</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>The job may wait longer until it starts.</source>
        <translation>Der Job wartet vielleicht länger auf seinen Start.</translation>
    </message>
    <message>
        <source>Numbers keep their range; losses differ in the third digit.</source>
        <translation>Zahlen behalten ihren Bereich; Verluste unterscheiden sich in der dritten Stelle.</translation>
    </message>
    <message>
        <source>It goes on from its last checkpoint with smaller steps.</source>
        <translation>Er geht mit kleineren Schritten vom letzten Checkpoint weiter.</translation>
    </message>
    <message>
        <source>Large gradients are scaled down.</source>
        <translation>Große Gradienten werden verkleinert.</translation>
    </message>
    <message>
        <source>The run was completed, but its loss is not finite</source>
        <translation>Der Lauf wurde abgeschlossen, aber sein Verlust ist nicht endlich</translation>
    </message>
    <message>
        <source>The trained model is likely of no use. The curves show where it began.</source>
        <translation>Das trainierte Modell taugt vermutlich nichts. Die Kurven zeigen, wo es begann.</translation>
    </message>
    <message>
        <source>Its argument %1 is %2; try %3.</source>
        <translation>Sein Argument %1 ist %2; versuchen Sie %3.</translation>
    </message>
    <message>
        <source>A rule stopped the run%1</source>
        <translation>Eine Regel hat den Lauf%1 angehalten</translation>
    </message>
</context>
<context>
    <name>RunColumns</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>Submitted</source>
        <translation>Eingereicht</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Token/s</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagworte</translation>
    </message>
    <message>
        <source>Experiment</source>
        <translation>Experiment</translation>
    </message>
    <message>
        <source>Study</source>
        <translation>Studie</translation>
    </message>
    <message>
        <source>Best value of %1</source>
        <translation>Bester Wert von %1</translation>
    </message>
    <message>
        <source>Lowest value of %1</source>
        <translation>Kleinster Wert von %1</translation>
    </message>
    <message>
        <source>Highest value of %1</source>
        <translation>Größter Wert von %1</translation>
    </message>
    <message>
        <source>Curve and last value of %1</source>
        <translation>Kurve und letzter Wert von %1</translation>
    </message>
    <message>
        <source>Last value of %1</source>
        <translation>Letzter Wert von %1</translation>
    </message>
    <message>
        <source>read: %1 %</source>
        <translation>gelesen: %1 %</translation>
    </message>
    <message>
        <source>sent: %1 %</source>
        <translation>gesendet: %1 %</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
</context>
<context>
    <name>RunReport</name>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>%1, best</source>
        <translation>%1, bester</translation>
    </message>
    <message>
        <source>at step</source>
        <translation>bei Schritt</translation>
    </message>
    <message>
        <source>%1, last</source>
        <translation>%1, letzter</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message numerus="yes">
        <source>Comparison of %n runs</source>
        <translation>
            <numerusform>Vergleich eines Laufs</numerusform>
            <numerusform>Vergleich von %n Läufen</numerusform>
        </translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Konfiguration</translation>
    </message>
</context>
<context>
    <name>RunText</name>
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
        <source>Creating the run folder.</source>
        <translation>Der Ordner des Laufs wird angelegt.</translation>
    </message>
    <message>
        <source>Waiting for free CPUs.</source>
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
        <source>Started; no step completed yet.</source>
        <translation>Gestartet; noch kein Schritt ist getan.</translation>
    </message>
    <message>
        <source>Completed.</source>
        <translation>Alles Verlangte ist getan.</translation>
    </message>
    <message>
        <source>Ended with exit code %1.</source>
        <translation>Endete mit dem Endwert %1.</translation>
    </message>
    <message>
        <source>Cancelled by a user.</source>
        <translation>Von einem Menschen abgebrochen.</translation>
    </message>
    <message>
        <source>Preempted. Resume continues from the last checkpoint.</source>
        <translation>Vom Rechner angehalten, um Platz zu machen. Fortsetzen geht vom letzten Sicherungspunkt weiter.</translation>
    </message>
    <message>
        <source>The time limit was reached. Resume continues from the last checkpoint.</source>
        <translation>Sein Zeitlimit war erreicht. Fortsetzen geht vom letzten Sicherungspunkt weiter.</translation>
    </message>
    <message>
        <source>Expected to start any moment.</source>
        <translation>Start jeden Augenblick erwartet.</translation>
    </message>
    <message>
        <source>Expected to start %1.</source>
        <translation>Start erwartet: %1.</translation>
    </message>
    <message>
        <source>Sending the code</source>
        <translation>Schickt den Code</translation>
    </message>
    <message>
        <source>Sending the data</source>
        <translation>Schickt die Daten</translation>
    </message>
    <message>
        <source>Sending the engine</source>
        <translation>Schickt die Engine</translation>
    </message>
    <message>
        <source>Fetching the results</source>
        <translation>Holt die Ergebnisse</translation>
    </message>
    <message>
        <source>Fetching %1</source>
        <translation>Holt %1</translation>
    </message>
    <message>
        <source>Fetching the checkpoints</source>
        <translation>Holt die Checkpoints</translation>
    </message>
    <message>
        <source>Fetching the run</source>
        <translation>Holt den Lauf</translation>
    </message>
    <message>
        <source>%1, %2 a second</source>
        <translation>%1, %2 je Sekunde</translation>
    </message>
    <message>
        <source>%1, %2 left</source>
        <translation>%1, noch %2</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Verloren</translation>
    </message>
    <message>
        <source>Checking the experiment against the target.</source>
        <translation>Das Experiment wird mit dem verglichen, was das Ziel bietet.</translation>
    </message>
    <message>
        <source>Submitting the job.</source>
        <translation>Der Auftrag wird eingereicht.</translation>
    </message>
    <message>
        <source>Copying the code.</source>
        <translation>Der Code wird kopiert.</translation>
    </message>
    <message>
        <source>Sending the code to %1.</source>
        <translation>Der Code wird an %1 geschickt.</translation>
    </message>
    <message>
        <source>Sending the data to %1.</source>
        <translation>Die Daten werden an %1 geschickt.</translation>
    </message>
    <message>
        <source>Sending the engine to %1.</source>
        <translation>Die Engine wird an %1 geschickt.</translation>
    </message>
    <message>
        <source>Reading the data</source>
        <translation>Liest die Daten</translation>
    </message>
    <message>
        <source>Reading the engine</source>
        <translation>Liest die Engine</translation>
    </message>
    <message>
        <source>The last loss is NaN.</source>
        <translation>Der letzte Verlust ist NaN.</translation>
    </message>
    <message>
        <source>The last loss is infinite.</source>
        <translation>Der letzte Verlust ist unendlich.</translation>
    </message>
    <message>
        <source>The last loss of the evaluation is NaN.</source>
        <translation>Der letzte Verlust der Auswertung ist NaN.</translation>
    </message>
    <message>
        <source>The last loss of the evaluation is infinite.</source>
        <translation>Der letzte Verlust der Auswertung ist unendlich.</translation>
    </message>
    <message>
        <source>invalid input</source>
        <translation>ungültige Eingabe</translation>
    </message>
    <message>
        <source>environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>Speicher zu klein</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>Verbindung der Prozesse</translation>
    </message>
    <message>
        <source>loss not finite</source>
        <translation>Verlust nicht endlich</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>stopped early</source>
        <translation>vorzeitig beendet</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>RunTimeline</name>
    <message>
        <source>at step %1</source>
        <translation>bei Schritt %1</translation>
    </message>
    <message>
        <source>%1 at step %2</source>
        <translation>%1 bei Schritt %2</translation>
    </message>
    <message>
        <source>%1: from step %2, %3</source>
        <translation>%1: ab Schritt %2, %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 queued</source>
        <translation>%1 in der Warteschlange</translation>
    </message>
    <message>
        <source>%1 running</source>
        <translation>%1 gelaufen</translation>
    </message>
    <message>
        <source>%1 repeated after a resume</source>
        <translation>%1 nach dem Fortsetzen wiederholt</translation>
    </message>
    <message>
        <source>%1 since submission</source>
        <translation>%1 seit dem Abschicken</translation>
    </message>
</context>
<context>
    <name>RunViews</name>
    <message>
        <source>All runs</source>
        <translation>Alle Läufe</translation>
    </message>
    <message>
        <source>Running and waiting</source>
        <translation>Laufend und wartend</translation>
    </message>
    <message>
        <source>Failed this week</source>
        <translation>Diese Woche gescheitert</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Archived</source>
        <translation>Archiviert</translation>
    </message>
</context>
<context>
    <name>ScheduleMeaning</name>
    <message>
        <source>Falls to %1 in the last %2 steps</source>
        <translation>Fällt in den letzten %2 Schritten auf %1</translation>
    </message>
    <message>
        <source>Falls to %1 in the last tenth of the steps</source>
        <translation>Fällt im letzten Zehntel der Schritte auf %1</translation>
    </message>
    <message>
        <source>Falls to 0 at the last step</source>
        <translation>Fällt bis zum letzten Schritt auf 0</translation>
    </message>
    <message>
        <source>Falls to %1 at the last step</source>
        <translation>Fällt bis zum letzten Schritt auf %1</translation>
    </message>
    <message>
        <source>Falls and rises in %1 waves, not below %2</source>
        <translation>Fällt und steigt in %1 Wellen, nicht unter %2</translation>
    </message>
    <message>
        <source>Falls to 0 and starts again, %1 times in all</source>
        <translation>Fällt auf 0 und beginnt neu, insgesamt %1-mal</translation>
    </message>
    <message>
        <source>Stays the same from the first step on</source>
        <translation>Bleibt vom ersten Schritt an gleich</translation>
    </message>
    <message>
        <source>Stays the same after the warm-up</source>
        <translation>Bleibt nach dem Aufwärmen gleich</translation>
    </message>
    <message>
        <source>Falls with the square root of the steps</source>
        <translation>Fällt mit der Wurzel der Schritte</translation>
    </message>
    <message>
        <source>%1 % of the steps</source>
        <translation>%1 % der Schritte</translation>
    </message>
    <message>
        <source>%1 of %2 steps</source>
        <translation>%1 von %2 Schritten</translation>
    </message>
    <message>
        <source>%1 % of %2 steps</source>
        <translation>%1 % von %2 Schritten</translation>
    </message>
</context>
<context>
    <name>SiteText</name>
    <message>
        <source>%1 nodes at most</source>
        <translation>höchstens %1 Knoten</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 Kerne</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>%1 GPUs</source>
        <translation>%1 GPUs</translation>
    </message>
    <message>
        <source>%1 GiB per GPU</source>
        <translation>%1 GiB je GPU</translation>
    </message>
    <message>
        <source>time limit at most %1</source>
        <translation>höchstens %1 Laufzeit</translation>
    </message>
    <message>
        <source>no bf16</source>
        <translation>kein bf16</translation>
    </message>
    <message>
        <source>Partition %1: %2</source>
        <translation>Partition %1: %2</translation>
    </message>
    <message>
        <source>no limits known</source>
        <translation>keine Grenzen bekannt</translation>
    </message>
    <message>
        <source>GPUs are requested as %1</source>
        <translation>GPUs werden angefordert als %1</translation>
    </message>
    <message>
        <source>An account is required</source>
        <translation>Ein Konto muss angegeben werden</translation>
    </message>
    <message>
        <source>At most %1 cores per GPU</source>
        <translation>Höchstens %1 Kerne je GPU</translation>
    </message>
    <message>
        <source>Every job has %1</source>
        <translation>Jeder Job hat %1</translation>
    </message>
    <message>
        <source>Default modules: %1</source>
        <translation>Module, wo keine genannt sind: %1</translation>
    </message>
    <message>
        <source>Output of jobs as %1</source>
        <translation>Ausgabe der Jobs als %1</translation>
    </message>
    <message>
        <source>No internet access on compute nodes</source>
        <translation>Kein Internet auf den Rechenknoten</translation>
    </message>
    <message>
        <source>No ssh to compute nodes</source>
        <translation>Kein ssh zu den Rechenknoten</translation>
    </message>
</context>
<context>
    <name>StudyText</name>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Completed</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Pruned</source>
        <translation>Vorzeitig beendet</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Gescheitert</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Gestoppt</translation>
    </message>
    <message>
        <source>random</source>
        <translation>zufällig</translation>
    </message>
    <message>
        <source>grid</source>
        <translation>Gitter</translation>
    </message>
    <message>
        <source>median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>%1, the smaller the better</source>
        <translation>%1, kleiner ist besser</translation>
    </message>
    <message>
        <source>%1, the larger the better</source>
        <translation>%1, größer ist besser</translation>
    </message>
    <message numerus="yes">
        <source>%n trials</source>
        <translation>
            <numerusform>Ein Versuch</numerusform>
            <numerusform>%n Versuche</numerusform>
        </translation>
    </message>
    <message>
        <source>Trial %1</source>
        <translation>Versuch %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
</context>
<context>
    <name>SubmissionFacts</name>
    <message>
        <source>Memory on each GPU</source>
        <translation>Speicher je GPU</translation>
    </message>
    <message>
        <source>Memory of each process</source>
        <translation>Speicher je Prozess</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Planned from the document, without the caches of torch and CUDA: weights, gradients, optimizer and the activations of one step</source>
        <translation>Aus dem Dokument geplant, ohne die Zwischenspeicher von torch und CUDA: Gewichte, Gradienten, Optimizer und die Aktivierungen eines Schritts</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>1 epoch</source>
        <translation>1 Epoche</translation>
    </message>
    <message>
        <source>%1 epochs</source>
        <translation>%1 Epochen</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 Schritte</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>The number of steps is known once the data is prepared</source>
        <translation>Die Zahl der Schritte steht fest, sobald die Daten vorbereitet sind</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 Läufe</translation>
    </message>
    <message>
        <source>%1 tasks</source>
        <translation>%1 Aufgaben</translation>
    </message>
    <message>
        <source>GPU-hours, at most</source>
        <translation>GPU-Stunden, höchstens</translation>
    </message>
    <message>
        <source>Expected start</source>
        <translation>Voraussichtlicher Beginn</translation>
    </message>
    <message>
        <source>immediately</source>
        <translation>sofort</translation>
    </message>
    <message>
        <source>From your past runs of the same kind: what such a prediction has missed them by so far, each predicted from the others</source>
        <translation>Aus Ihren früheren Läufen derselben Art: um wie viel eine solche Vorhersage sie bisher verfehlt hat, jeder aus den anderen vorhergesagt</translation>
    </message>
    <message>
        <source>GPU memory, predicted</source>
        <translation>GPU-Speicher, vorhergesagt</translation>
    </message>
    <message>
        <source>Main memory, predicted</source>
        <translation>Arbeitsspeicher, vorhergesagt</translation>
    </message>
    <message>
        <source>Time, predicted</source>
        <translation>Dauer, vorhergesagt</translation>
    </message>
    <message>
        <source>If it starts now, it ends: %1.</source>
        <translation>Beginnt er jetzt, endet er: %1.</translation>
    </message>
    <message>
        <source>± %1 % in %2 runs</source>
        <translation>± %1 % in %2 Läufen</translation>
    </message>
</context>
<context>
    <name>SubmissionVerdict</name>
    <message>
        <source>It would fail, by its rehearsal; it can be submitted all the same</source>
        <translation>Nach der Probe würde es scheitern; einreichen lässt es sich trotzdem</translation>
    </message>
    <message>
        <source>1 problem keeps it from being submitted</source>
        <translation>1 Problem verhindert den Start</translation>
    </message>
    <message>
        <source>%1 problems keep it from being submitted</source>
        <translation>%1 Probleme verhindern den Start</translation>
    </message>
    <message>
        <source>Ready to submit, with 1 warning</source>
        <translation>Bereit zum Start, mit 1 Warnung</translation>
    </message>
    <message>
        <source>Ready to submit, with %1 warnings</source>
        <translation>Bereit zum Start, mit %1 Warnungen</translation>
    </message>
    <message>
        <source>Ready to submit</source>
        <translation>Bereit zum Start</translation>
    </message>
    <message>
        <source>No errors in the text; checking…</source>
        <translation>Kein Fehler im Text; wird geprüft…</translation>
    </message>
    <message>
        <source>No errors in the text; not checked further</source>
        <translation>Kein Fehler im Text; nicht weiter geprüft</translation>
    </message>
    <message>
        <source>No errors in the text; not checked further: %1</source>
        <translation>Kein Fehler im Text; nicht weiter geprüft: %1</translation>
    </message>
</context>
<context>
    <name>TargetText</name>
    <message>
        <source>This computer</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>Nicht verbunden</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbindet …</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>Verbunden</translation>
    </message>
    <message>
        <source>Out of reach</source>
        <translation>Nicht erreichbar</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Abgewiesen</translation>
    </message>
    <message>
        <source>It connects when a run, a check or you need it.</source>
        <translation>Verbunden wird, wenn ein Lauf, eine Prüfung oder Sie es verlangen.</translation>
    </message>
    <message>
        <source>Logging in to %1.</source>
        <translation>Anmeldung bei %1 läuft.</translation>
    </message>
    <message>
        <source>Connected since %1.</source>
        <translation>Verbunden seit %1.</translation>
    </message>
    <message>
        <source>Connected.</source>
        <translation>Verbunden.</translation>
    </message>
    <message>
        <source>Trying again in %1.</source>
        <translation>Neuer Versuch in %1.</translation>
    </message>
    <message>
        <source>Trying again now.</source>
        <translation>Neuer Versuch läuft.</translation>
    </message>
    <message>
        <source>It does not retry by itself. Fix the problem, then log in.</source>
        <translation>Es wird nicht von selbst wieder versucht. Beheben Sie das Problem, dann melden Sie sich an.</translation>
    </message>
    <message>
        <source>%1 is not connected; this is its last known state.</source>
        <translation>%1 ist nicht verbunden; dies ist der letzte bekannte Stand.</translation>
    </message>
    <message>
        <source>%1 has been unreachable since %2; the run continues there and is shown as of then. %3</source>
        <translation>%1 ist seit %2 nicht erreichbar; der Lauf geht dort weiter und wird mit dem Stand von da gezeigt. %3</translation>
    </message>
    <message>
        <source>%1 has refused the login since %2; the run continues there and is shown as of then. The Clusters page says what to do.</source>
        <translation>%1 weist die Anmeldung seit %2 ab; der Lauf geht dort weiter und wird mit dem Stand von da gezeigt. Die Seite der Cluster sagt, was zu tun ist.</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>Verbindung mit %1 …</translation>
    </message>
    <message>
        <source>%1 has been disconnected since %2; this is shown as of then.</source>
        <translation>%1 ist seit %2 nicht verbunden; gezeigt wird der Stand von da.</translation>
    </message>
    <message>
        <source>Connection lost</source>
        <translation>Verbindung verloren</translation>
    </message>
    <message>
        <source>Log in again; its runs continue meanwhile.</source>
        <translation>Melden Sie sich wieder an; die Läufe dort laufen inzwischen weiter.</translation>
    </message>
    <message>
        <source>The connection to %1 was lost at %2; the run continues there and is shown as of then. Log in again on the Clusters page.</source>
        <translation>Die Verbindung zu %1 ist seit %2 verloren; der Lauf geht dort weiter und wird mit dem Stand von da gezeigt. Melden Sie sich auf der Seite der Cluster erneut an.</translation>
    </message>
</context>
<context>
    <name>TravelRows</name>
    <message>
        <source>is there</source>
        <translation>ist dort</translation>
    </message>
    <message>
        <source>%1, about %2 in total</source>
        <translation>%1, insgesamt etwa %2</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>1 file</source>
        <translation>1 Datei</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 Dateien</translation>
    </message>
    <message>
        <source>Left out by git</source>
        <translation>Von git ausgelassen</translation>
    </message>
    <message>
        <source>this pattern of code.exclude excludes nothing</source>
        <translation>dieses Muster von code.exclude schließt nichts aus</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>etwa %1</translation>
    </message>
    <message>
        <source>No longer here</source>
        <translation>Nicht mehr hier</translation>
    </message>
    <message>
        <source>%1 that the last run of this code had; nothing is deleted there</source>
        <translation>%1 hatte der letzte Lauf dieses Codes noch; dort wird nichts gelöscht</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Design, start and monitor the training of language models.</source>
        <translation>Das Training von Sprachmodellen entwerfen, starten und verfolgen.</translation>
    </message>
    <message>
        <source>Open the window, load the presets, build the form and charts, and report what works; exits with 0 if everything does. Needs no display.</source>
        <translation>Das Fenster öffnen, Vorlagen laden, Formular und Kurven aufbauen, sagen, was geht; endet mit 0, wenn alles geht. Braucht keinen Bildschirm.</translation>
    </message>
    <message>
        <source>Draw the curves of a run (the start of its UUID, its folder&apos;s name, or last) to the file given with --output; needs no display.</source>
        <translation>Die Kurven eines Laufs (Anfang seiner Kennung, Name seines Ordners oder last) in die Datei von --output zeichnen; braucht keinen Bildschirm.</translation>
    </message>
    <message>
        <source>The PNG file that --plot writes.</source>
        <translation>Wohin --plot sein PNG schreibt.</translation>
    </message>
    <message>
        <source>Width and height of the picture in pixels.</source>
        <translation>Breite und Höhe dieses Bildes in Bildpunkten.</translation>
    </message>
    <message>
        <source>At most one experiment can be opened.</source>
        <translation>Höchstens ein Experiment lässt sich öffnen.</translation>
    </message>
    <message>
        <source>--size takes two numbers from 200 to 16000, such as 1400x900.</source>
        <translation>--size nimmt zwei Zahlen von 200 bis 16000, wie 1400x900.</translation>
    </message>
    <message>
        <source>%1 is not a file. Give the path of an experiment (.yaml).</source>
        <translation>%1 ist keine Datei. Geben Sie den Pfad eines Experiments (.yaml) an.</translation>
    </message>
    <message>
        <source>An experiment file to open, or a link to it or to a run: trainyard:experiment/PATH, trainyard:run/UUID, trainyard:study/UUID.</source>
        <translation>Eine Experimentdatei, die geöffnet wird, oder ein Verweis auf sie oder auf einen Lauf: trainyard:experiment/PFAD, trainyard:run/UUID, trainyard:study/UUID.</translation>
    </message>
</context>
<context>
    <name>trainyard::AboutCard</name>
    <message>
        <source>1 process</source>
        <translation>1 Prozess</translation>
    </message>
    <message>
        <source>%1 processes</source>
        <translation>%1 Prozesse</translation>
    </message>
    <message>
        <source>%1, before it %2</source>
        <translation>%1, davor %2</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Überblick</translation>
    </message>
    <message>
        <source>Experiment</source>
        <translation>Experiment</translation>
    </message>
    <message>
        <source>Made from</source>
        <translation>Erstellt aus</translation>
    </message>
    <message>
        <source>Study</source>
        <translation>Studie</translation>
    </message>
    <message>
        <source>Duplicate of</source>
        <translation>Duplikat von</translation>
    </message>
    <message>
        <source>Ran on</source>
        <translation>Lief auf</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>Workload</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Submitted</source>
        <translation>Abgeschickt</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagworte</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>Ursache</translation>
    </message>
    <message>
        <source>The trials of this search</source>
        <translation>Die Versuche dieser Suche</translation>
    </message>
    <message>
        <source>Exit code of the job</source>
        <translation>Exit-Code des Auftrags</translation>
    </message>
</context>
<context>
    <name>trainyard::AddClusterDialog</name>
    <message>
        <source>%1 free</source>
        <translation>%1 frei</translation>
    </message>
    <message>
        <source>quota %1</source>
        <translation>Kontingent %1</translation>
    </message>
    <message>
        <source>not writable</source>
        <translation>nicht beschreibbar</translation>
    </message>
    <message>
        <source>Look there</source>
        <translation>Dort nachsehen</translation>
    </message>
    <message>
        <source>Add a cluster</source>
        <translation>Cluster hinzufügen</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>Log in and list the folders there with their free space</source>
        <translation>Anmelden und die Ordner dort mit ihrem freien Platz anbieten</translation>
    </message>
    <message>
        <source>as in `ssh HOST`: an alias from your ssh configuration, or a host name</source>
        <translation>wie in „ssh HOST“: ein Name aus Ihrer ssh-Konfiguration oder ein Rechnername</translation>
    </message>
    <message>
        <source>its name here: lower-case letters, digits and . _ -</source>
        <translation>wie es hier heißt: Kleinbuchstaben, Ziffern und . _ -</translation>
    </message>
    <message>
        <source>~/.ssh/config</source>
        <translation>~/.ssh/config</translation>
    </message>
    <message>
        <source>sent when it is needed</source>
        <translation>wird geschickt, wenn sie gebraucht wird</translation>
    </message>
    <message>
        <source>A folder there that already has engine and yard-agent; otherwise they are sent with the first run that needs them</source>
        <translation>Ein Ordner dort, der engine und yard-agent schon enthält; sonst werden sie mit dem ersten Lauf geschickt, der sie braucht</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>ssh configuration</source>
        <translation>ssh-Konfiguration</translation>
    </message>
    <message>
        <source>Base folder</source>
        <translation>Basisordner</translation>
    </message>
    <message>
        <source>Engine folder</source>
        <translation>Ordner der Engine</translation>
    </message>
    <message>
        <source>Choose an ssh configuration file</source>
        <translation>Eine ssh-Konfiguration wählen</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Sieht nach …</translation>
    </message>
    <message>
        <source>No writable folder was found there. Type the path of one.</source>
        <translation>Dort wurde kein beschreibbarer Ordner gefunden. Geben Sie den Pfad eines Ordners ein.</translation>
    </message>
    <message>
        <source>a folder visible to login and compute nodes</source>
        <translation>ein Ordner, den Anmelde- und Rechenknoten sehen</translation>
    </message>
    <message>
        <source>My group can read the files of runs there</source>
        <translation>Meine Gruppe darf lesen, was Läufe dort anlegen</translation>
    </message>
    <message>
        <source>For folders shared by a group; otherwise only your account can read them</source>
        <translation>Für Ordner, in denen eine Gruppe gemeinsam arbeitet; sonst liest sie nur das eigene Konto</translation>
    </message>
    <message>
        <source>Change a cluster</source>
        <translation>Cluster ändern</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Site</source>
        <translation>Standort</translation>
    </message>
    <message>
        <source>A Slurm cluster that you reach with ssh, by a key, a password or a code. Nothing is installed there; runs are kept in the base folder: &quot;Look there&quot; logs in and lists folders.</source>
        <translation>Ein Slurm-Cluster, den Sie über ssh erreichen, mit Schlüssel, Kennwort oder Code. Dort wird nichts installiert; Läufe liegen im Basisordner: »Dort nachsehen« meldet sich an und bietet Ordner an.</translation>
    </message>
    <message>
        <source>Forget passwords</source>
        <translation>Passwörter vergessen</translation>
    </message>
    <message>
        <source>Remove passwords and passphrases for this cluster from the keychain</source>
        <translation>Passwörter und Passphrasen für diesen Cluster aus dem Schlüsselbund entfernen</translation>
    </message>
</context>
<context>
    <name>trainyard::BestCard</name>
    <message>
        <source>Best: trial %1</source>
        <translation>Bester: Nr. %1</translation>
    </message>
    <message>
        <source>No trial is complete yet</source>
        <translation>Noch kein Versuch ist abgeschlossen</translation>
    </message>
    <message>
        <source>Open run</source>
        <translation>Zum Lauf</translation>
    </message>
</context>
<context>
    <name>trainyard::CancelQuestion</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>No, let it run</source>
        <translation>Nein, laufen lassen</translation>
    </message>
    <message>
        <source>Yes, cancel it</source>
        <translation>Ja, abbrechen</translation>
    </message>
    <message>
        <source>It is asked to stop.</source>
        <translation>Er wird gebeten anzuhalten.</translation>
    </message>
    <message>
        <source>It has already ended.</source>
        <translation>Er ist schon zu Ende.</translation>
    </message>
    <message>
        <source>Cancel &quot;%1&quot;?</source>
        <translation>„%1“ abbrechen?</translation>
    </message>
    <message>
        <source>Ask the run to save and stop</source>
        <translation>Den Lauf bitten, zu sichern und anzuhalten</translation>
    </message>
    <message>
        <source>The background service is not connected; this is available again once it is.</source>
        <translation>Der Hintergrunddienst ist nicht verbunden; danach ist dies wieder möglich.</translation>
    </message>
</context>
<context>
    <name>trainyard::CauseCard</name>
    <message>
        <source>Show in the log</source>
        <translation>Im Log zeigen</translation>
    </message>
    <message>
        <source>Open as a new experiment</source>
        <translation>Als neues Experiment öffnen</translation>
    </message>
    <message>
        <source>Open as a new experiment with this change</source>
        <translation>Mit dieser Änderung als neues Experiment öffnen</translation>
    </message>
    <message>
        <source>What makes it fit</source>
        <translation>Womit es passt</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Estimate for a rank</source>
        <translation>Schätzung für einen Rank</translation>
    </message>
    <message>
        <source>What else it changes</source>
        <translation>Was sich sonst ändert</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>etwa %1</translation>
    </message>
    <message>
        <source>less</source>
        <translation>weniger</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Resume with it</source>
        <translation>Damit fortsetzen</translation>
    </message>
    <message>
        <source>What may let it go on</source>
        <translation>Womit er weitergehen kann</translation>
    </message>
</context>
<context>
    <name>trainyard::ChangesPopup</name>
    <message>
        <source>%1: %2 instead of %3</source>
        <translation>%1: %2 statt %3</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>Zurück zu %1</translation>
    </message>
</context>
<context>
    <name>trainyard::ChosenActions</name>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>Ein Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagworte</translation>
    </message>
    <message>
        <source>Tags of %1, with commas between them. Tags that only some of them have stay.</source>
        <translation>Schlagworte von %1, durch Kommas getrennt. Schlagworte, die nur einige von ihnen haben, bleiben.</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>What is to be remembered of %1:</source>
        <translation>Was zu %1 festgehalten werden soll:</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>The name that is shown; that of its folder stays.</source>
        <translation>Der angezeigte Name; der des Ordners bleibt.</translation>
    </message>
    <message>
        <source>%1: no longer archived.</source>
        <translation>%1: nicht mehr archiviert.</translation>
    </message>
    <message>
        <source>%1: archived. The view Archived shows them.</source>
        <translation>%1: archiviert. Die Ansicht „Archiviert“ zeigt sie.</translation>
    </message>
    <message>
        <source>Cancel runs</source>
        <translation>Läufe abbrechen</translation>
    </message>
    <message>
        <source>Cancel %1?</source>
        <translation>%1 abbrechen?</translation>
    </message>
    <message>
        <source>Each saves its state first where it can, and can be resumed.</source>
        <translation>Jeder speichert vorher seinen Stand, wo er kann, und lässt sich fortsetzen.</translation>
    </message>
    <message>
        <source>Yes, cancel</source>
        <translation>Ja, abbrechen</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>Remove runs</source>
        <translation>Läufe entfernen</translation>
    </message>
    <message>
        <source>Permanently remove %1?</source>
        <translation>%1 endgültig entfernen?</translation>
    </message>
    <message>
        <source>Their folders are deleted with checkpoints, results, curves and output. This cannot be undone.</source>
        <translation>Ihre Ordner werden mit Checkpoints, Ergebnissen, Kurven und Ausgabe gelöscht. Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Save report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Page without names, hosts and paths (*.html)</source>
        <translation>Seite ohne Namen, Rechner und Pfade (*.html)</translation>
    </message>
    <message>
        <source>PDF without names, hosts and paths (*.pdf)</source>
        <translation>PDF ohne Namen, Rechner und Pfade (*.pdf)</translation>
    </message>
    <message>
        <source>Page that opens anywhere (*.html)</source>
        <translation>Seite, die sich überall öffnen lässt (*.html)</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>The report could not be written to %1: %2</source>
        <translation>Der Bericht konnte nicht nach %1 geschrieben werden: %2</translation>
    </message>
    <message>
        <source>The report was saved as %1.</source>
        <translation>Der Bericht wurde als %1 gespeichert.</translation>
    </message>
    <message>
        <source>Move to project</source>
        <translation>In ein Projekt verschieben</translation>
    </message>
    <message>
        <source>Project of %1, with / between a folder and what is in it. Empty: none.</source>
        <translation>Projekt von %1, mit / zwischen einem Ordner und dem, was darin liegt. Leer: keines.</translation>
    </message>
</context>
<context>
    <name>trainyard::ClusterActions</name>
    <message>
        <source>Connected to %1.</source>
        <translation>Mit %1 verbunden.</translation>
    </message>
    <message>
        <source>%1 was removed from the list. Its runs and files there are untouched.</source>
        <translation>%1 wurde aus der Liste entfernt. Seine Läufe und Dateien dort sind unberührt.</translation>
    </message>
    <message>
        <source>The keychain has no passwords for %1 any more.</source>
        <translation>Der Schlüsselbund hat keine Passwörter für %1 mehr.</translation>
    </message>
</context>
<context>
    <name>trainyard::ClusterHead</name>
    <message>
        <source>Clusters</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen …</translation>
    </message>
    <message>
        <source>Host, folders and site of this cluster (Alt+G)</source>
        <translation>Rechner, Ordner und Standort dieses Clusters (Alt+G)</translation>
    </message>
    <message>
        <source>Copy the command that opens a shell there in this login</source>
        <translation>Den Befehl kopieren, der dort in dieser Anmeldung eine Shell öffnet</translation>
    </message>
    <message>
        <source>List its base folder and look at files there</source>
        <translation>Seinen Basisordner auflisten und Dateien dort ansehen</translation>
    </message>
    <message>
        <source>Log in and check versions, limits, accounts and space</source>
        <translation>Anmelden und nachsehen: Versionen, Grenzen, Konten, Platz</translation>
    </message>
    <message>
        <source>The same, plus a one-minute job that checks a compute node: base folder, C library, driver, GPUs, modules, live stream</source>
        <translation>Dasselbe, und ein Auftrag von einer Minute, der einen Rechenknoten ansieht: Basisordner, C-Bibliothek, Treiber, GPUs, Module, laufende Werte</translation>
    </message>
    <message>
        <source>End the login; runs there continue</source>
        <translation>Die Anmeldung beenden; Läufe dort laufen weiter</translation>
    </message>
    <message>
        <source>Log in once; commands, files, live values and logs share this login</source>
        <translation>Einmal anmelden; Befehle, Dateien, laufende Werte und Ausgaben teilen diese Anmeldung</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Ändern…</translation>
    </message>
    <message>
        <source>Terminal</source>
        <translation>Terminal</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Check with a job</source>
        <translation>Mit einem Auftrag prüfen</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>Trennen</translation>
    </message>
    <message>
        <source>Log in</source>
        <translation>Anmelden</translation>
    </message>
</context>
<context>
    <name>trainyard::ClustersModel</name>
    <message>
        <source>since %1</source>
        <translation>seit %1</translation>
    </message>
    <message>
        <source>log in</source>
        <translation>anmelden</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Rechner</translation>
    </message>
</context>
<context>
    <name>trainyard::ClustersPage</name>
    <message>
        <source>%1 was changed.</source>
        <translation>%1 wurde geändert.</translation>
    </message>
    <message>
        <source>Select a cluster to see its link and its limits.</source>
        <translation>Wählen Sie ein Cluster, um Verbindung und Grenzen zu sehen.</translation>
    </message>
    <message>
        <source>Copied: %1. In a terminal, it opens a shell there in this login.</source>
        <translation>Kopiert: %1. In einem Terminal öffnet es dort eine Shell in dieser Anmeldung.</translation>
    </message>
    <message>
        <source>The check job takes about a minute once it starts.</source>
        <translation>Der Auftrag der Prüfung dauert etwa eine Minute, sobald die Warteschlange ihn starten lässt.</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Prüft …</translation>
    </message>
    <message>
        <source>%1 is ready for runs.</source>
        <translation>Nichts spricht gegen einen Lauf auf %1.</translation>
    </message>
    <message>
        <source>The check of %1 found errors: %2. They are listed with what to do.</source>
        <translation>Fehler bei der Prüfung von %1: %2. Sie stehen in der Liste mit dem, was zu tun ist.</translation>
    </message>
    <message>
        <source>Remove a cluster</source>
        <translation>Cluster entfernen</translation>
    </message>
    <message>
        <source>Remove &quot;%1&quot; from the list?</source>
        <translation>„%1“ aus der Liste entfernen?</translation>
    </message>
    <message>
        <source>Its runs, jobs and files there stay as they are; they are no longer followed.</source>
        <translation>Läufe, Aufträge und Dateien dort bleiben, wie sie sind; sie werden nicht mehr verfolgt.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>Cluster</translation>
    </message>
</context>
<context>
    <name>trainyard::CommandPalette</name>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Settings of the open experiment</source>
        <translation>Einstellungen des offenen Experiments</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>Vorlagen</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Search runs, settings, presets and commands</source>
        <translation>Läufe, Einstellungen, Vorlagen und Befehle suchen</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>↑ ↓ choose   ↵ open   Esc close        &gt; commands, # runs, @ settings, ? help</source>
        <translation>↑ ↓ wählen   ↵ öffnen   Esc schließen        &gt; Befehle, # Läufe, @ Einstellungen, ? Hilfe</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
</context>
<context>
    <name>trainyard::ComparePage</name>
    <message>
        <source>The table was copied; it can be pasted into a spreadsheet.</source>
        <translation>Die Tabelle wurde kopiert; sie lässt sich in eine Tabellenkalkulation einfügen.</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>Tabelle kopieren</translation>
    </message>
    <message>
        <source>Save report…</source>
        <translation>Bericht speichern…</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Einstellungen suchen</translation>
    </message>
    <message>
        <source>Runs that are compared</source>
        <translation>Verglichene Läufe</translation>
    </message>
    <message>
        <source>Settings of the runs</source>
        <translation>Einstellungen der Läufe</translation>
    </message>
    <message>
        <source>None of these runs has reported a value yet.</source>
        <translation>Keiner dieser Läufe hat bisher einen Wert gemeldet.</translation>
    </message>
    <message numerus="yes">
        <source>Compare %n runs</source>
        <translation>
            <numerusform>Einen Lauf vergleichen</numerusform>
            <numerusform>%n Läufe vergleichen</numerusform>
        </translation>
    </message>
    <message>
        <source>Configuration (%1 of %2 differ)</source>
        <translation>Konfiguration (%1 von %2 verschieden)</translation>
    </message>
    <message>
        <source>Tags: %1</source>
        <translation>Schlagworte: %1</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Notes (%1)</source>
        <translation>Notizen (%1)</translation>
    </message>
    <message>
        <source>None of these runs has a note. A note is written from the menu of a run in the table.</source>
        <translation>Keiner dieser Läufe hat eine Notiz. Eine Notiz schreibt man über das Menü eines Laufs in der Tabelle.</translation>
    </message>
    <message>
        <source>Search packages, modules, nodes</source>
        <translation>Pakete, Module, Knoten suchen</translation>
    </message>
    <message>
        <source>What computed it</source>
        <translation>Womit gerechnet wurde</translation>
    </message>
    <message>
        <source>Environment of the runs</source>
        <translation>Umgebung der Läufe</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Environment (%1 differ)</source>
        <translation>Umgebung (%1 verschieden)</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>The programs and packages of %1 are not known: they have not started, or an older version of Trainyard did not record them.</source>
        <translation>Programme und Pakete von %1 sind nicht bekannt: Die Läufe haben noch nicht begonnen, oder eine ältere Version von Trainyard hat sie nicht aufgezeichnet.</translation>
    </message>
    <message numerus="yes">
        <source>%n runs are on their way; they are compared, too.</source>
        <translation>
            <numerusform>%n Lauf ist unterwegs; er wird auch verglichen.</numerusform>
            <numerusform>%n Läufe sind unterwegs; sie werden auch verglichen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::ComparisonDelegate</name>
    <message>
        <source>baseline</source>
        <translation>Basis</translation>
    </message>
</context>
<context>
    <name>trainyard::ComparisonPlots</name>
    <message>
        <source>Setting along the horizontal axis</source>
        <translation>Einstellung auf der waagerechten Achse</translation>
    </message>
    <message>
        <source>Metric along the vertical axis</source>
        <translation>Metrik auf der senkrechten Achse</translation>
    </message>
    <message>
        <source>Best value by setting</source>
        <translation>Bester Wert je Einstellung</translation>
    </message>
    <message numerus="yes">
        <source>Parallel coordinates of %n runs</source>
        <translation>
            <numerusform>Parallele Koordinaten eines Laufs</numerusform>
            <numerusform>Parallele Koordinaten von %n Läufen</numerusform>
        </translation>
    </message>
    <message>
        <source>There is nothing in which these runs differ.</source>
        <translation>Es gibt nichts, worin sich diese Läufe unterscheiden.</translation>
    </message>
    <message>
        <source>Parallel coordinates: %1 of %2 in the brush</source>
        <translation>Parallele Koordinaten: %1 von %2 in der Auswahl</translation>
    </message>
    <message>
        <source>Parallel coordinates</source>
        <translation>Parallele Koordinaten</translation>
    </message>
</context>
<context>
    <name>trainyard::ComparisonTable</name>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>%1, best</source>
        <translation>%1, bester</translation>
    </message>
    <message>
        <source>at step</source>
        <translation>bei Schritt</translation>
    </message>
    <message>
        <source>%1, last</source>
        <translation>%1, letzter</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Token/s</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
</context>
<context>
    <name>trainyard::CurveLegend</name>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
</context>
<context>
    <name>trainyard::CurveSet</name>
    <message numerus="yes">
        <source>Mean of %n runs</source>
        <translation>
            <numerusform>Mittel von %n Lauf</numerusform>
            <numerusform>Mittel von %n Läufen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, mean of %n</source>
        <translation>
            <numerusform>%1, Mittel von %n</numerusform>
            <numerusform>%1, Mittel von %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::DataInspection</name>
    <message>
        <source>%1, %2 %</source>
        <translation>%1, %2 %</translation>
    </message>
</context>
<context>
    <name>trainyard::DataPage</name>
    <message>
        <source>Alt+Right</source>
        <translation>Alt+Right</translation>
    </message>
    <message>
        <source>Alt+Left</source>
        <translation>Alt+Left</translation>
    </message>
    <message>
        <source>Alt+R</source>
        <translation>Alt+R</translation>
    </message>
    <message>
        <source>F5</source>
        <translation>F5</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Previous example (Alt+Left)</source>
        <translation>Das vorige Beispiel (Alt+Links)</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Next example (Alt+Right)</source>
        <translation>Das nächste Beispiel (Alt+Rechts)</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Zufällig</translation>
    </message>
    <message>
        <source>Examples in a random order (Alt+R)</source>
        <translation>Beispiele in zufälliger Reihenfolge (Alt+R)</translation>
    </message>
    <message>
        <source>In order</source>
        <translation>Der Reihe nach</translation>
    </message>
    <message>
        <source>Examples in the order of the data again</source>
        <translation>Beispiele wieder in der Reihenfolge der Daten</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Nummern</translation>
    </message>
    <message>
        <source>Show the id after each token</source>
        <translation>Die Nummer jedes Tokens dahinter</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Neu ansehen</translation>
    </message>
    <message>
        <source>Read the first %1 records again (F5)</source>
        <translation>Die ersten %1 Datensätze neu lesen (F5)</translation>
    </message>
    <message>
        <source>Look at all</source>
        <translation>Alles ansehen</translation>
    </message>
    <message>
        <source>Prepare the data as for training, and count over all of it</source>
        <translation>Die Daten wie zum Training vorbereiten und alles zählen</translation>
    </message>
    <message>
        <source>Lengths in tokens</source>
        <translation>Längen in Tokens</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>liest…</translation>
    </message>
    <message>
        <source>The experiment has changed since then</source>
        <translation>Das Experiment wurde seitdem geändert</translation>
    </message>
    <message>
        <source>The data can be inspected once the experiment is saved and has no errors</source>
        <translation>Daten können angesehen werden, sobald das Experiment gespeichert und fehlerfrei ist</translation>
    </message>
    <message>
        <source>Inspected on this computer, from which it is sent</source>
        <translation>Auf diesem Rechner angesehen, von dem sie gesendet werden</translation>
    </message>
    <message>
        <source>Not inspected yet for %1: press Look again (F5)</source>
        <translation>Für %1 noch nicht angesehen: Drücken Sie »Erneut ansehen« (F5)</translation>
    </message>
    <message>
        <source>Histogram of lengths</source>
        <translation>Histogramm der Längen</translation>
    </message>
    <message>
        <source>How many examples have how many tokens; the line is the sequence length, %1</source>
        <translation>Wie viele Beispiele wie viele Tokens haben; die Linie ist die Sequenzlänge, %1</translation>
    </message>
</context>
<context>
    <name>trainyard::DiagnosticsModel</name>
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
    <name>trainyard::DocumentBar</name>
    <message>
        <source>Submitting…</source>
        <translation>Wird gestartet…</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>Formular</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>Was gezeigt wird</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Review and submit %1 runs</source>
        <translation>%1 Läufe prüfen und starten</translation>
    </message>
    <message>
        <source>Review and submit</source>
        <translation>Prüfen und starten</translation>
    </message>
    <message>
        <source>Ctrl ⏎</source>
        <translation>Strg ⏎</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Beides</translation>
    </message>
    <message>
        <source>YAML</source>
        <translation>YAML</translation>
    </message>
    <message>
        <source>Essential settings</source>
        <translation>Wesentliche Einstellungen</translation>
    </message>
    <message>
        <source>Advanced settings</source>
        <translation>Weitere Einstellungen</translation>
    </message>
    <message>
        <source>All settings</source>
        <translation>Alle Einstellungen</translation>
    </message>
    <message>
        <source>Number of settings to show</source>
        <translation>Wie viele Einstellungen gezeigt werden</translation>
    </message>
    <message>
        <source>Settings that differ from their default or need attention are always shown</source>
        <translation>Einstellungen, die von der Vorgabe abweichen oder Beachtung brauchen, werden immer gezeigt</translation>
    </message>
    <message>
        <source>The data as training would see it</source>
        <translation>Die Daten, wie das Training sie sähe</translation>
    </message>
    <message>
        <source>Run on</source>
        <translation>Ausführen auf</translation>
    </message>
    <message>
        <source>Where it would run, what it needs, and its script; then submit it (Ctrl+Return)</source>
        <translation>Wo es liefe, was es braucht, und sein Skript; dann starten (Strg+Eingabe)</translation>
    </message>
    <message numerus="yes">
        <source>Review search of %n trials</source>
        <translation>
            <numerusform>Suche mit einem Versuch prüfen</numerusform>
            <numerusform>Suche mit %n Versuchen prüfen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::DocumentFiles</name>
    <message>
        <source>Save the experiment</source>
        <translation>Das Experiment speichern</translation>
    </message>
    <message>
        <source>Experiments (*.yaml)</source>
        <translation>Experimente (*.yaml)</translation>
    </message>
</context>
<context>
    <name>trainyard::DocumentMenus</name>
    <message>
        <source>New or open</source>
        <translation>Neu oder öffnen</translation>
    </message>
    <message>
        <source>New (Ctrl+N), or open (Ctrl+O)</source>
        <translation>Neu (Strg+N) oder öffnen (Strg+O)</translation>
    </message>
    <message>
        <source>Empty experiment</source>
        <translation>Leeres Experiment</translation>
    </message>
    <message>
        <source>From a preset</source>
        <translation>Aus einer Vorlage</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen…</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Open what was closed without being saved</source>
        <translation>Öffnen, was ungespeichert geschlossen wurde</translation>
    </message>
    <message>
        <source>Import settings of another trainer…</source>
        <translation>Einstellungen eines anderen Trainers einlesen…</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Save (Ctrl+S), and more of this file</source>
        <translation>Speichern (Strg+S) und mehr zu dieser Datei</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save under another name…</source>
        <translation>Unter anderem Namen speichern…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>trainyard::DocumentOpener</name>
    <message>
        <source>Open an experiment</source>
        <translation>Experiment öffnen</translation>
    </message>
    <message>
        <source>Import settings of another trainer</source>
        <translation>Einstellungen eines anderen Trainers importieren</translation>
    </message>
    <message>
        <source>Settings and job scripts (*.json *.yaml *.yml *.sh *.slurm *.sbatch *.txt);;All files (*)</source>
        <translation>Einstellungen und Jobskripte (*.json *.yaml *.yml *.sh *.slurm *.sbatch *.txt);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Experiments, programs and job scripts (*.yaml *.yml *.py *.sh *.sbatch *.slurm *.job);;All files (*)</source>
        <translation>Experimente, Programme und Jobskripte (*.yaml *.yml *.py *.sh *.sbatch *.slurm *.job);;Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>trainyard::DocumentTabBar</name>
    <message>
        <source>%1, not saved</source>
        <translation>%1, nicht gespeichert</translation>
    </message>
    <message>
        <source>Close %1</source>
        <translation>%1 schließen</translation>
    </message>
    <message>
        <source>Close (Ctrl+W)</source>
        <translation>Schließen (Strg+W)</translation>
    </message>
    <message>
        <source>Open experiments</source>
        <translation>Offene Experimente</translation>
    </message>
</context>
<context>
    <name>trainyard::EffortCard</name>
    <message>
        <source>Steps trained</source>
        <translation>Trainierte Schritte</translation>
    </message>
    <message>
        <source>Saved by pruning</source>
        <translation>Durch vorzeitiges Ende gespart</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
</context>
<context>
    <name>trainyard::ExperimentDocument</name>
    <message>
        <source>untitled</source>
        <translation>unbenannt</translation>
    </message>
</context>
<context>
    <name>trainyard::ExperimentPage</name>
    <message>
        <source>Ctrl+Shift+S</source>
        <translation>Ctrl+Shift+S</translation>
    </message>
    <message>
        <source>Ctrl+Return</source>
        <translation>Ctrl+Return</translation>
    </message>
    <message>
        <source>Ctrl+P</source>
        <translation>Ctrl+P</translation>
    </message>
    <message>
        <source>%1 was changed by another program. Keep the text here, which replaces the file when you save, or reload the file, which can be undone?</source>
        <translation>%1 wurde von einem anderen Programm geändert. Behalten, was hier steht, und die Datei beim nächsten Speichern ersetzen, oder die Datei neu lesen, was sich rückgängig machen lässt?</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>Meines behalten</translation>
    </message>
    <message>
        <source>Read it again</source>
        <translation>Neu lesen</translation>
    </message>
    <message>
        <source>Save mine elsewhere…</source>
        <translation>Meines anderswo speichern…</translation>
    </message>
    <message>
        <source>Ctrl+D</source>
        <translation>Ctrl+D</translation>
    </message>
    <message>
        <source>Submitting run %1 of %2.</source>
        <translation>Lauf %1 von %2 wird abgeschickt.</translation>
    </message>
    <message>
        <source>Alt+O</source>
        <translation>Alt+O</translation>
    </message>
</context>
<context>
    <name>trainyard::ExperimentTabs</name>
    <message>
        <source>Experiments</source>
        <translation>Experimente</translation>
    </message>
    <message>
        <source>Save the changes to %1 before it is closed?</source>
        <translation>Änderungen an %1 speichern, bevor es geschlossen wird?</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation>Ohne Speichern schließen</translation>
    </message>
    <message>
        <source>%1 was closed without being saved.</source>
        <translation>%1 wurde geschlossen, ohne gespeichert zu werden.</translation>
    </message>
    <message>
        <source>Open it again</source>
        <translation>Wieder öffnen</translation>
    </message>
    <message>
        <source>A window closed before &quot;%1&quot; was saved; its text is from %2. Continue with it?</source>
        <translation>Ein Fenster endete, bevor »%1« gespeichert war, zuletzt getippt %2. Damit weitermachen?</translation>
    </message>
    <message>
        <source>a new experiment</source>
        <translation>ein neues Experiment</translation>
    </message>
    <message>
        <source>Continue with it</source>
        <translation>Damit weitermachen</translation>
    </message>
    <message>
        <source>Throw it away</source>
        <translation>Verwerfen</translation>
    </message>
</context>
<context>
    <name>trainyard::FactsModel</name>
    <message>
        <source>Host</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>ssh configuration</source>
        <translation>ssh-Konfiguration</translation>
    </message>
    <message>
        <source>Base folder</source>
        <translation>Basisordner</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>sent with the first run that needs it</source>
        <translation>wird mit dem ersten Lauf geschickt, der sie braucht</translation>
    </message>
    <message>
        <source>Last login</source>
        <translation>Letzte Anmeldung</translation>
    </message>
    <message>
        <source>never: connect to learn its limits</source>
        <translation>nie: verbinden Sie, um seine Grenzen zu erfahren</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>Scheduler</source>
        <translation>Scheduler</translation>
    </message>
    <message>
        <source>Slurm</source>
        <translation>Slurm</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Accounts</source>
        <translation>Konten</translation>
    </message>
    <message>
        <source>Quality of service</source>
        <translation>Dienstgüte</translation>
    </message>
    <message>
        <source>Accounting</source>
        <translation>Abrechnung</translation>
    </message>
    <message>
        <source>no: how a job ended is known only from the run itself</source>
        <translation>nein: wie ein Auftrag endete, sagt der Lauf selbst</translation>
    </message>
    <message>
        <source>Jobs can be requeued</source>
        <translation>Aufträge dürfen erneut eingereiht werden</translation>
    </message>
    <message>
        <source>Forwarding of ports</source>
        <translation>Weiterleitung von Ports</translation>
    </message>
    <message>
        <source>no: live values are read from the files, up to 5 s late</source>
        <translation>nein: laufende Werte werden aus den Dateien gelesen, bis zu 5 s später</translation>
    </message>
    <message>
        <source>Largest array</source>
        <translation>Größtes Array</translation>
    </message>
    <message>
        <source>Free in the base folder</source>
        <translation>Frei im Basisordner</translation>
    </message>
    <message>
        <source>Quota of the base folder</source>
        <translation>Kontingent des Basisordners</translation>
    </message>
    <message>
        <source>Login node</source>
        <translation>Anmeldeknoten</translation>
    </message>
    <message>
        <source>%1 as %2</source>
        <translation>%1 als %2</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Heimordner</translation>
    </message>
    <message>
        <source>Login shell</source>
        <translation>Anmelde-Shell</translation>
    </message>
    <message>
        <source>C library of the login node</source>
        <translation>C-Bibliothek des Anmeldeknotens</translation>
    </message>
    <message>
        <source>rsync</source>
        <translation>rsync</translation>
    </message>
    <message>
        <source>Check job</source>
        <translation>Prüfauftrag</translation>
    </message>
    <message>
        <source>never run: &quot;Check with a job&quot; checks a compute node</source>
        <translation>nie gelaufen: „Mit einem Auftrag prüfen“ sieht sich einen Rechenknoten an</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>Base folder on that node</source>
        <translation>Basisordner auf diesem Knoten</translation>
    </message>
    <message>
        <source>not visible</source>
        <translation>nicht sichtbar</translation>
    </message>
    <message>
        <source>visible and writable</source>
        <translation>sichtbar und beschreibbar</translation>
    </message>
    <message>
        <source>visible, not writable</source>
        <translation>sichtbar, nicht beschreibbar</translation>
    </message>
    <message>
        <source>C library of that node</source>
        <translation>C-Bibliothek dieses Knotens</translation>
    </message>
    <message>
        <source>Kernel of that node</source>
        <translation>Kern dieses Knotens</translation>
    </message>
    <message>
        <source>GPU driver</source>
        <translation>GPU-Treiber</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>GPUs of that node</source>
        <translation>GPUs dieses Knotens</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>Module</translation>
    </message>
    <message>
        <source>Live stream from that node</source>
        <translation>Laufende Werte von diesem Knoten</translation>
    </message>
    <message>
        <source>reachable</source>
        <translation>erreichbar</translation>
    </message>
    <message>
        <source>not reachable: values are read from the files</source>
        <translation>nicht erreichbar: Werte werden aus den Dateien gelesen</translation>
    </message>
    <message>
        <source>Site</source>
        <translation>Standort</translation>
    </message>
    <message>
        <source>none: only what Slurm reports</source>
        <translation>keiner: nur was Slurm selbst sagt</translation>
    </message>
    <message>
        <source>About the site</source>
        <translation>Über den Standort</translation>
    </message>
    <message>
        <source>Settings of the site</source>
        <translation>Was der Standort festlegt</translation>
    </message>
    <message>
        <source>Left on %1</source>
        <translation>Guthaben von %1</translation>
    </message>
</context>
<context>
    <name>trainyard::FetchDialog</name>
    <message>
        <source>Fetch from %1</source>
        <translation>Von %1 holen</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>The whole run folder</source>
        <translation>Den ganzen Laufordner</translation>
    </message>
    <message>
        <source>Into the folder</source>
        <translation>In den Ordner</translation>
    </message>
    <message>
        <source>Trainyard&apos;s folder for fetched runs</source>
        <translation>der Ordner, in dem Trainyard geholte Läufe ablegt</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>Each checkpoint is verified against its manifest; files that are already here are not fetched again.</source>
        <translation>Jeder Checkpoint wird mit seinem Verzeichnis verglichen; was schon hier ist, wird nicht noch einmal geholt.</translation>
    </message>
    <message>
        <source>Fetch</source>
        <translation>Holen</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Einen Ordner wählen</translation>
    </message>
    <message>
        <source>The working folder of the job script</source>
        <translation>Der Arbeitsordner des Jobskripts</translation>
    </message>
</context>
<context>
    <name>trainyard::FieldEditor</name>
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
        <source>Ctrl+T tries several values in a study.</source>
        <translation>Strg+T probiert mehrere Werte in einer Studie.</translation>
    </message>
    <message>
        <source>Try several values…</source>
        <translation>Mehrere Werte probieren…</translation>
    </message>
</context>
<context>
    <name>trainyard::FieldInput</name>
    <message>
        <source>not set</source>
        <translation>nicht gesetzt</translation>
    </message>
    <message>
        <source>name: value, one per line</source>
        <translation>Name: Wert, je Zeile eines</translation>
    </message>
</context>
<context>
    <name>trainyard::FilesModel</name>
    <message>
        <source>%1 (link)</source>
        <translation>%1 (Link)</translation>
    </message>
    <message>
        <source>%1 (no file)</source>
        <translation>%1 (keine Datei)</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
</context>
<context>
    <name>trainyard::FilesPage</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Fetch…</source>
        <translation>Holen …</translation>
    </message>
    <message>
        <source>These files are on this computer already</source>
        <translation>Diese Dateien liegen schon auf diesem Rechner</translation>
    </message>
    <message>
        <source>Fetch the chosen file, or this folder, to this computer</source>
        <translation>Die gewählte Datei oder diesen Ordner auf diesen Rechner holen</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Press Return in the path field to list a folder.</source>
        <translation>Die Eingabetaste im Pfadfeld listet einen Ordner auf.</translation>
    </message>
    <message>
        <source>The folder is empty.</source>
        <translation>Der Ordner ist leer.</translation>
    </message>
    <message>
        <source>The first %L1 files; there are more.</source>
        <translation>Die ersten %L1 Dateien; es gibt mehr.</translation>
    </message>
    <message>
        <source>1 file</source>
        <translation>1 Datei</translation>
    </message>
    <message>
        <source>%L1 files</source>
        <translation>%L1 Dateien</translation>
    </message>
    <message>
        <source>Fetch %1 to</source>
        <translation>%1 holen nach</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Whose files are shown</source>
        <translation>Wessen Dateien gezeigt werden</translation>
    </message>
    <message>
        <source>Up to the folder that contains this one (Alt+Up)</source>
        <translation>Hinauf zum übergeordneten Ordner (Alt+Hoch)</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Hinauf</translation>
    </message>
    <message>
        <source>List the folder again (F5)</source>
        <translation>Den Ordner neu auflisten (F5)</translation>
    </message>
    <message>
        <source>List again</source>
        <translation>Neu auflisten</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Transfer</source>
        <translation>Übertragung</translation>
    </message>
    <message>
        <source>%1 is out of reach; this is the folder as of %2.</source>
        <translation>%1 ist nicht erreichbar; dies ist der Ordner von %2.</translation>
    </message>
</context>
<context>
    <name>trainyard::FilesReader</name>
    <message>
        <source>Fetched to %1.</source>
        <translation>Geholt nach %1.</translation>
    </message>
    <message>
        <source>Fetched to %1, but for links that lead out of the folder: %2.</source>
        <translation>Geholt nach %1, außer Links, die aus dem Ordner hinausführen: %2.</translation>
    </message>
</context>
<context>
    <name>trainyard::FindField</name>
    <message>
        <source>Find (Ctrl+F)</source>
        <translation>Suchen (Strg+F)</translation>
    </message>
    <message>
        <source>Find in the output</source>
        <translation>In der Ausgabe suchen</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>Previous match (Shift+Return)</source>
        <translation>Voriger Treffer (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Voriger Treffer</translation>
    </message>
    <message>
        <source>Next match (Return)</source>
        <translation>Nächster Treffer (Eingabe)</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Nächster Treffer</translation>
    </message>
</context>
<context>
    <name>trainyard::FindingsModel</name>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>In order</source>
        <translation>In Ordnung</translation>
    </message>
</context>
<context>
    <name>trainyard::FindingsSide</name>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>No problems found</source>
        <translation>Keine Probleme gefunden</translation>
    </message>
</context>
<context>
    <name>trainyard::FormModel</name>
    <message>
        <source>Has no effect while %1 is %2</source>
        <translation>Wirkt nicht, solange %1 %2 ist</translation>
    </message>
    <message>
        <source>%1 is not allowed here.</source>
        <translation>%1 ist hier nicht erlaubt.</translation>
    </message>
    <message>
        <source>%1 values make a study of %2 runs.</source>
        <translation>%1 Werte ergeben eine Studie aus %2 Läufen.</translation>
    </message>
</context>
<context>
    <name>trainyard::FormView</name>
    <message>
        <source>Find a setting (Ctrl+F)</source>
        <translation>Einstellung suchen (Strg+F)</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>Abschnitte</translation>
    </message>
    <message>
        <source>No setting that applies here has this name.</source>
        <translation>Keine Einstellung, die hier gilt, heißt so.</translation>
    </message>
    <message>
        <source>Find a setting</source>
        <translation>Einstellung suchen</translation>
    </message>
</context>
<context>
    <name>trainyard::FreeGpus</name>
    <message>
        <source>%1 GPUs free</source>
        <translation>%1 GPUs frei</translation>
    </message>
    <message>
        <source>%1 nodes free</source>
        <translation>%1 Knoten frei</translation>
    </message>
</context>
<context>
    <name>trainyard::HelpDrawer</name>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>In der Hilfe suchen</translation>
    </message>
    <message>
        <source>Found in the help</source>
        <translation>In der Hilfe gefunden</translation>
    </message>
    <message>
        <source>Text of the help</source>
        <translation>Text der Hilfe</translation>
    </message>
    <message>
        <source>Back (Alt+Left)</source>
        <translation>Zurück (Alt+Links)</translation>
    </message>
    <message>
        <source>Follow the focus</source>
        <translation>Dem Fokus folgen</translation>
    </message>
    <message>
        <source>Close the help (Esc)</source>
        <translation>Hilfe schließen (Esc)</translation>
    </message>
    <message>
        <source>Follows the field with the focus.</source>
        <translation>Folgt dem Feld mit dem Fokus.</translation>
    </message>
    <message>
        <source>F1 at a field, a page or a message shows its help here.</source>
        <translation>F1 zeigt hier die Hilfe zu einem Feld, einer Seite oder einer Meldung.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>trainyard::OwnRunsPlot</name>
    <message>
        <source>Your %1 runs of this kind</source>
        <translation>%1 eigene Läufe dieser Art</translation>
    </message>
    <message>
        <source>best %1 by value</source>
        <translation>%1, bestes je Wert</translation>
    </message>
    <message>
        <source>%1 by the value of %2: the best is %3, at %4</source>
        <translation>%1 nach dem Wert von %2: am besten %3, bei %4</translation>
    </message>
</context>
<context>
    <name>trainyard::HistoryPlot</name>
    <message>
        <source>History, %1</source>
        <translation>Verlauf, %1</translation>
    </message>
    <message>
        <source>completed</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>pruned</source>
        <translation>vorzeitig beendet</translation>
    </message>
    <message>
        <source>best so far</source>
        <translation>bisher bester</translation>
    </message>
    <message>
        <source>No point yet; the first comes with the first evaluation of a trial.</source>
        <translation>Noch kein Punkt; der erste kommt mit der ersten Evaluation eines Versuchs.</translation>
    </message>
</context>
<context>
    <name>trainyard::HistoryCard</name>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>1 run</source>
        <translation>1 Lauf</translation>
    </message>
    <message>
        <source>Bring %1 along</source>
        <translation>%1 übernehmen</translation>
    </message>
    <message>
        <source>Curves, settings, tags, notes and dates. The folders stay as they are, and nothing leaves this computer.</source>
        <translation>Kurven, Einstellungen, Stichwörter, Notizen und Daten. Die Ordner bleiben, wie sie sind, und nichts verlässt diesen Computer.</translation>
    </message>
    <message>
        <source>Reading the runs</source>
        <translation>Läufe werden gelesen</translation>
    </message>
    <message>
        <source>%1 imported</source>
        <translation>%1 übernommen</translation>
    </message>
    <message>
        <source>%1 updated</source>
        <translation>%1 ergänzt</translation>
    </message>
    <message>
        <source>%1 known already</source>
        <translation>%1 schon bekannt</translation>
    </message>
    <message>
        <source>%1 left out, as they have no values</source>
        <translation>%1 ausgelassen, da ohne Werte</translation>
    </message>
    <message>
        <source>Damaged, read as far as possible: %1</source>
        <translation>Beschädigt, gelesen so weit es ging: %1</translation>
    </message>
    <message>
        <source>Folder with runs of a tracker</source>
        <translation>Ordner mit Läufen eines Trackers</translation>
    </message>
    <message>
        <source>History to bring along</source>
        <translation>Frühere Läufe</translation>
    </message>
    <message>
        <source>Look elsewhere…</source>
        <translation>Woanders suchen…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Show runs</source>
        <translation>Läufe zeigen</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Ausblenden</translation>
    </message>
</context>
<context>
    <name>trainyard::HomePage</name>
    <message>
        <source>Home</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Einlesen…</translation>
    </message>
    <message>
        <source>New experiment</source>
        <translation>Neues Experiment</translation>
    </message>
    <message>
        <source>Needs attention</source>
        <translation>Braucht Aufmerksamkeit</translation>
    </message>
    <message>
        <source>Recent experiments</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>%1 asks you to log in</source>
        <translation>%1 verlangt eine Anmeldung</translation>
    </message>
    <message>
        <source>Log in</source>
        <translation>Anmelden</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>%1 was completed, but its loss is not finite</source>
        <translation>%1 wurde abgeschlossen, aber der Verlust ist nicht endlich</translation>
    </message>
</context>
<context>
    <name>trainyard::HostKeyDialog</name>
    <message>
        <source>Unknown host key</source>
        <translation>Unbekannter Rechnerschlüssel</translation>
    </message>
    <message>
        <source>This computer has not seen the key of this host before, so it cannot tell whether it is the right one:</source>
        <translation>Dieser Rechner hat den Schlüssel der Gegenseite noch nie gesehen und kann deshalb nicht sagen, ob es die richtige ist:</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Key type</source>
        <translation>Schlüsselart</translation>
    </message>
    <message>
        <source>Fingerprint</source>
        <translation>Fingerabdruck</translation>
    </message>
    <message>
        <source>Compare the fingerprint with the one published by the cluster&apos;s documentation or administrators. Someone intercepting the connection would show a different one.</source>
        <translation>Vergleichen Sie den Fingerabdruck mit dem, den die Dokumentation des Clusters oder seine Verwalter nennen. Wer sich dazwischen schaltet, zeigt einen anderen.</translation>
    </message>
    <message>
        <source>Copy fingerprint</source>
        <translation>Fingerabdruck kopieren</translation>
    </message>
    <message>
        <source>Trust and save</source>
        <translation>Vertrauen und merken</translation>
    </message>
    <message>
        <source>This time only</source>
        <translation>Nur dieses Mal</translation>
    </message>
    <message>
        <source>Written into ~/.ssh/known_hosts; not asked again</source>
        <translation>Wird in ~/.ssh/known_hosts geschrieben; danach wird nicht mehr gefragt</translation>
    </message>
    <message>
        <source>Your known_hosts has a certificate authority for this host. Host certificates are not checked here, only the key itself.</source>
        <translation>known_hosts nennt für diesen Rechner eine Zertifizierungsstelle. Zertifikate von Rechnern werden hier nicht geprüft, nur der Schlüssel selbst.</translation>
    </message>
</context>
<context>
    <name>trainyard::ImportNotesDialog</name>
    <message>
        <source>Imported settings</source>
        <translation>Eingelesene Einstellungen</translation>
    </message>
    <message>
        <source>The document is new and not saved yet. What is missing in it, or means something different here:</source>
        <translation>Das Dokument ist neu und noch nicht gespeichert. Was nicht darin steht oder hier etwas anderes bedeutet:</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
</context>
<context>
    <name>trainyard::ImportanceBars</name>
    <message>
        <source>Importance of the parameters</source>
        <translation>Wichtigkeit der Parameter</translation>
    </message>
    <message>
        <source>Known once several trials are complete.</source>
        <translation>Bekannt, sobald mehrere Versuche abgeschlossen sind.</translation>
    </message>
</context>
<context>
    <name>trainyard::LogBar</name>
    <message>
        <source>Match case</source>
        <translation>Groß/klein</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>Regulärer Ausdruck</translation>
    </message>
    <message>
        <source>How much is shown</source>
        <translation>Wie viel gezeigt wird</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the output</source>
        <translation>Ausgabe kopieren</translation>
    </message>
    <message>
        <source>Copies what is selected, or all lines that are shown.</source>
        <translation>Kopiert die Auswahl oder alle gezeigten Zeilen.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save the output</source>
        <translation>Ausgabe speichern</translation>
    </message>
    <message>
        <source>Saves all of this file on this computer.</source>
        <translation>Speichert diese ganze Datei auf diesem Rechner.</translation>
    </message>
    <message>
        <source>No match</source>
        <translation>Kein Treffer</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>1 match</source>
        <translation>1 Treffer</translation>
    </message>
    <message>
        <source>%1 matches</source>
        <translation>%1 Treffer</translation>
    </message>
</context>
<context>
    <name>trainyard::LogFoot</name>
    <message>
        <source>Follow</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>Follow the newest line</source>
        <translation>Der neuesten Zeile folgen</translation>
    </message>
    <message>
        <source>The run is over: nothing follows.</source>
        <translation>Der Lauf ist beendet: Es folgt nichts.</translation>
    </message>
    <message>
        <source>1 error</source>
        <translation>1 Fehler</translation>
    </message>
    <message>
        <source>%1 errors</source>
        <translation>%1 Fehler</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 Warnung</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>%1 Warnungen</translation>
    </message>
    <message>
        <source>F8 and Shift+F8 go from one to the next.</source>
        <translation>F8 und Umschalt+F8 gehen von einem zum nächsten.</translation>
    </message>
    <message>
        <source>No line looks like an error or a warning.</source>
        <translation>Keine Zeile sieht nach einem Fehler oder einer Warnung aus.</translation>
    </message>
</context>
<context>
    <name>trainyard::LogHead</name>
    <message>
        <source>Earlier</source>
        <translation>Früher</translation>
    </message>
    <message>
        <source>Earlier output</source>
        <translation>Frühere Ausgabe</translation>
    </message>
    <message>
        <source>Show earlier output</source>
        <translation>Frühere Ausgabe zeigen</translation>
    </message>
    <message>
        <source>Search all of it</source>
        <translation>Alles durchsuchen</translation>
    </message>
    <message>
        <source>Searches the whole file where it lies; regular expressions are those of grep -E</source>
        <translation>Durchsucht die ganze Datei dort, wo sie liegt; reguläre Ausdrücke sind die von grep -E</translation>
    </message>
</context>
<context>
    <name>trainyard::LogHitList</name>
    <message>
        <source>Searching for &quot;%1&quot; where the output lies…</source>
        <translation>„%1“ wird dort gesucht, wo die Ausgabe liegt …</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not in this output.</source>
        <translation>„%1“ kommt in dieser Ausgabe nicht vor.</translation>
    </message>
    <message>
        <source>The first %1 lines with &quot;%2&quot;; there are more.</source>
        <translation>Die ersten %1 Zeilen mit „%2“; es gibt mehr.</translation>
    </message>
    <message>
        <source>Lines with &quot;%2&quot;: %1</source>
        <translation>Zeilen mit „%2“: %1</translation>
    </message>
    <message>
        <source>Back to the newest lines</source>
        <translation>Zurück zu den neuesten Zeilen</translation>
    </message>
    <message>
        <source>Lines found</source>
        <translation>Gefundene Zeilen</translation>
    </message>
</context>
<context>
    <name>trainyard::LogNames</name>
    <message>
        <source>Task %1: %2</source>
        <translation>Task %1: %2</translation>
    </message>
    <message>
        <source>Rank %1 on %2, standard error</source>
        <translation>Rank %1 auf %2, Standardfehler</translation>
    </message>
    <message>
        <source>Rank %1 on %2</source>
        <translation>Rank %1 auf %2</translation>
    </message>
    <message>
        <source>Standard output</source>
        <translation>Standardausgabe</translation>
    </message>
    <message>
        <source>Standard error</source>
        <translation>Standardfehler</translation>
    </message>
    <message>
        <source>Both, by time</source>
        <translation>Beides, nach der Zeit</translation>
    </message>
</context>
<context>
    <name>trainyard::LogSaver</name>
    <message>
        <source>%1 could not be saved: %2</source>
        <translation>%1 konnte nicht gespeichert werden: %2</translation>
    </message>
</context>
<context>
    <name>trainyard::LogSearch</name>
    <message>
        <source>The regular expression is not valid at character %1: %2.</source>
        <translation>Der reguläre Ausdruck ist an Zeichen %1 ungültig: %2.</translation>
    </message>
</context>
<context>
    <name>trainyard::LogSide</name>
    <message>
        <source>Attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>Prozesse</translation>
    </message>
    <message>
        <source>Output of processes</source>
        <translation>Ausgabe der Prozesse</translation>
    </message>
    <message>
        <source>Output of the job</source>
        <translation>Ausgabe des Jobs</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation>Lange Zeilen umbrechen</translation>
    </message>
    <message>
        <source>Colours of the program</source>
        <translation>Farben des Programms</translation>
    </message>
    <message>
        <source>Collapse progress bars</source>
        <translation>Balken zusammenfassen</translation>
    </message>
    <message>
        <source>stderr</source>
        <translation>stderr</translation>
    </message>
    <message>
        <source>Rank %1, standard error</source>
        <translation>Rank %1, Standardfehler</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>Task %1</source>
        <translation>Task %1</translation>
    </message>
</context>
<context>
    <name>trainyard::LogView</name>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Whose output</source>
        <translation>Wessen Ausgabe</translation>
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
        <source>The last %1 MiB; the file has everything.</source>
        <translation>Die letzten %1 MiB; die Datei enthält alles.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not in these lines.</source>
        <translation>„%1“ steht nicht in diesen Zeilen.</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Gespeichert als %1</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>How the output is shown</source>
        <translation>Wie die Ausgabe gezeigt wird</translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation>Lange Zeilen umbrechen</translation>
    </message>
    <message>
        <source>Colours of the program</source>
        <translation>Farben des Programms</translation>
    </message>
    <message>
        <source>Collapse progress bars</source>
        <translation>Balken zusammenfassen</translation>
    </message>
    <message>
        <source>Attempt %1, from step %2</source>
        <translation>Versuch %1, ab Schritt %2</translation>
    </message>
    <message>
        <source>The last %1 lines; the file has everything.</source>
        <translation>Die letzten %1 Zeilen; die Datei hat alles.</translation>
    </message>
    <message>
        <source>1 line</source>
        <translation>1 Zeile</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>%1, %2, all of it is here</source>
        <translation>%1, %2, vollständig</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Save the output</source>
        <translation>Ausgabe speichern</translation>
    </message>
    <message>
        <source>Saving as %1</source>
        <translation>Wird gespeichert als %1</translation>
    </message>
    <message>
        <source>A part of the file.</source>
        <translation>Ein Teil der Datei.</translation>
    </message>
</context>
<context>
    <name>trainyard::LoginDialog</name>
    <message>
        <source>Servers usually wait %1 s for a whole login: %2 s are left.</source>
        <translation>Server warten meist %1 s auf eine Anmeldung: noch %2 s.</translation>
    </message>
    <message>
        <source>This takes longer than servers usually wait; if the connection ends, connect again.</source>
        <translation>Das dauert länger, als Server meist warten; endet die Verbindung, verbinden Sie neu.</translation>
    </message>
    <message>
        <source>It is encrypted by the system&apos;s keychain, and used without asking from the next login on. Remove it again under Clusters, Change…</source>
        <translation>Der Schlüsselbund des Systems verschlüsselt es; ab der nächsten Anmeldung wird es ohne Frage verwendet. Unter Cluster, Ändern… wird es wieder entfernt</translation>
    </message>
</context>
<context>
    <name>trainyard::MainWindow</name>
    <message>
        <source>Four things to know</source>
        <translation>Vier Dinge, die gut zu wissen sind</translation>
    </message>
</context>
<context>
    <name>trainyard::MatrixPicture</name>
    <message>
        <source>%1, said to be %2: %3 rows, %4 % of its label</source>
        <translation>%1, als %2 erkannt: %3 Zeilen, %4 % der Klasse</translation>
    </message>
</context>
<context>
    <name>trainyard::MemoryBar</name>
    <message>
        <source>Estimated memory of a rank: %1</source>
        <translation>Geschätzter Speicher eines Ranks: %1</translation>
    </message>
</context>
<context>
    <name>trainyard::MemoryReview</name>
    <message>
        <source>parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>copies and frozen weights</source>
        <translation>Kopien und eingefrorene Gewichte</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Memory on each GPU</source>
        <translation>Speicher auf jeder GPU</translation>
    </message>
    <message>
        <source>Memory of each process</source>
        <translation>Speicher jedes Prozesses</translation>
    </message>
    <message>
        <source>%1 of %2, planned from the document</source>
        <translation>%1 von %2, nach dem Dokument geplant</translation>
    </message>
    <message>
        <source>%1, planned from the document</source>
        <translation>%1, nach dem Dokument geplant</translation>
    </message>
    <message>
        <source>%1 per device: %2</source>
        <translation>%1 je Gerät: %2</translation>
    </message>
    <message>
        <source>with parallel.recompute full: %1</source>
        <translation>mit parallel.recompute full: %1</translation>
    </message>
    <message>
        <source>with parallel.zero_stage %1: %2</source>
        <translation>mit parallel.zero_stage %1: %2</translation>
    </message>
    <message>
        <source>%1 more in main memory</source>
        <translation>weitere %1 im Hauptspeicher</translation>
    </message>
</context>
<context>
    <name>trainyard::MessageBar</name>
    <message>
        <source>Close this notice (Esc)</source>
        <translation>Diesen Hinweis schließen (Esc)</translation>
    </message>
</context>
<context>
    <name>trainyard::MessagesModel</name>
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
    <name>trainyard::NotificationsDialog</name>
    <message>
        <source>On the desktop</source>
        <translation>Auf dem Desktop</translation>
    </message>
    <message>
        <source>Remove the webhook</source>
        <translation>Den Webhook entfernen</translation>
    </message>
    <message>
        <source>Send one now</source>
        <translation>Jetzt eine senden</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>Mitteilungen</translation>
    </message>
    <message>
        <source>You are told of runs on all targets while the background service follows them, also when this window is closed.</source>
        <translation>Sie erfahren von Läufen auf allen Zielen, solange der Hintergrunddienst ihnen folgt, auch wenn dieses Fenster geschlossen ist.</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Webhook</source>
        <translation>Webhook</translation>
    </message>
    <message>
        <source>A line for the shell; it finds TRAINYARD_TEXT</source>
        <translation>Eine Zeile für die Shell; sie findet TRAINYARD_TEXT</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Tell me when</source>
        <translation>Mitteilen, wenn</translation>
    </message>
    <message>
        <source>a run begins</source>
        <translation>ein Lauf beginnt</translation>
    </message>
    <message>
        <source>a run is complete</source>
        <translation>ein Lauf fertig ist</translation>
    </message>
    <message>
        <source>a run failed, reached its time limit, or was preempted for good</source>
        <translation>ein Lauf fehlschlug, sein Zeitlimit erreichte oder endgültig verdrängt wurde</translation>
    </message>
    <message>
        <source>a run was cancelled</source>
        <translation>ein Lauf abgebrochen wurde</translation>
    </message>
    <message>
        <source>a loss is not a finite number</source>
        <translation>ein Loss keine endliche Zahl ist</translation>
    </message>
    <message>
        <source>a run has made no step for ten minutes, or ten times its usual pace</source>
        <translation>ein Lauf zehn Minuten oder das Zehnfache seiner üblichen Zeit keinen Schritt machte</translation>
    </message>
    <message>
        <source>all GPUs of a run have been idle for ten minutes</source>
        <translation>alle GPUs eines Laufs seit zehn Minuten unbeschäftigt sind</translation>
    </message>
    <message>
        <source>a training loss has not fallen for 1,000 values and an hour</source>
        <translation>ein Trainings-Loss seit 1.000 Werten und einer Stunde nicht gefallen ist</translation>
    </message>
    <message>
        <source>the base folder of a target where runs are open is nearly full</source>
        <translation>der Basisordner eines Ziels mit offenen Läufen fast voll ist</translation>
    </message>
    <message>
        <source>An address that takes JSON, such as that of a chat</source>
        <translation>Eine Adresse, die JSON annimmt, etwa die eines Chats</translation>
    </message>
    <message>
        <source>One of %1 is set; another address replaces it</source>
        <translation>Einer von %1 ist gesetzt; eine andere Adresse ersetzt ihn</translation>
    </message>
    <message>
        <source>Sending…</source>
        <translation>Wird gesendet …</translation>
    </message>
    <message>
        <source>Delivered.</source>
        <translation>Zugestellt.</translation>
    </message>
    <message>
        <source>an agent asks for consent</source>
        <translation>ein Agent um Zustimmung bittet</translation>
    </message>
    <message>
        <source>a rule of the experiment about a metric acts</source>
        <translation>eine Regel des Experiments für eine Metrik wirkt</translation>
    </message>
</context>
<context>
    <name>trainyard::OverviewPage</name>
    <message>
        <source>Timeline</source>
        <translation>Zeitverlauf</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>All checkpoints</source>
        <translation>Alle Checkpoints</translation>
    </message>
    <message>
        <source>All settings beside it</source>
        <translation>Alle Einstellungen daneben</translation>
    </message>
    <message>
        <source>Step %1, %2</source>
        <translation>Schritt %1, %2</translation>
    </message>
    <message>
        <source>, eval/loss %1</source>
        <translation>, eval/loss %1</translation>
    </message>
    <message>
        <source> (best)</source>
        <translation> (bester)</translation>
    </message>
    <message>
        <source>Differs from %1</source>
        <translation>Unterschiede zu %1</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und eine weitere</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing: they have the same settings.</source>
        <translation>Keine: Sie haben dieselben Einstellungen.</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>Notiz schreiben</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
</context>
<context>
    <name>trainyard::PartitionsModel</name>
    <message>
        <source>unlimited</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>%1 (default %2)</source>
        <translation>%1 (%2, wenn nichts verlangt wird)</translation>
    </message>
    <message>
        <source>%1 on each of %2 nodes</source>
        <translation>je %1 auf %2 Knoten</translation>
    </message>
    <message>
        <source>%1 %2 on each of %3 nodes</source>
        <translation>je %1 %2 auf %3 Knoten</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>%1 (default)</source>
        <translation>%1 (Vorgabe)</translation>
    </message>
    <message>
        <source>%1, at most %2 per job</source>
        <translation>%1, höchstens %2 je Auftrag</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 nodes idle</source>
        <translation>%1 Knoten frei</translation>
    </message>
    <message>
        <source>Partition</source>
        <translation>Partition</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Free GPUs</source>
        <translation>Freie GPUs</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartend</translation>
    </message>
    <message>
        <source>Longest time</source>
        <translation>Längste Zeit</translation>
    </message>
    <message>
        <source>Cores per node</source>
        <translation>Kerne je Knoten</translation>
    </message>
    <message>
        <source>Memory per node</source>
        <translation>Speicher je Knoten</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Accounts</source>
        <translation>Konten</translation>
    </message>
    <message>
        <source>QOS</source>
        <translation>QOS</translation>
    </message>
</context>
<context>
    <name>trainyard::PassphraseDialog</name>
    <message>
        <source>Passphrase of a key</source>
        <translation>Passphrase eines Schlüssels</translation>
    </message>
    <message>
        <source>That was not the passphrase of this key. To log in, unlock it with:</source>
        <translation>Das war nicht die Passphrase dieses Schlüssels. Zur Anmeldung wird er entsperrt mit:</translation>
    </message>
    <message>
        <source>Logging in needs the passphrase of this key:</source>
        <translation>Zur Anmeldung wird der Schlüssel mit seiner Passphrase entsperrt:</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Key file</source>
        <translation>Schlüsseldatei</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>Passphrase</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>Entsperren</translation>
    </message>
    <message>
        <source>Keep the passphrase in the keychain</source>
        <translation>Passphrase im Schlüsselbund behalten</translation>
    </message>
    <message>
        <source>It is used only for this key and saved nowhere else. The unlocked key stays in the memory of the background service until it ends.</source>
        <translation>Sie wird nur für diesen Schlüssel verwendet und nirgends sonst gespeichert. Der entsperrte Schlüssel bleibt im Speicher des Hintergrunddienstes, bis dieser endet.</translation>
    </message>
</context>
<context>
    <name>trainyard::PathNamesModel</name>
    <message>
        <source>not writable</source>
        <translation>kann hier nicht stehen</translation>
    </message>
    <message>
        <source>… and more: keep typing</source>
        <translation>… und mehr: weitertippen</translation>
    </message>
    <message>
        <source>Names that are not UTF-8 and cannot be used: %1</source>
        <translation>Namen, die kein UTF-8 sind und nicht stehen können: %1</translation>
    </message>
    <message>
        <source>This folder is not readable</source>
        <translation>Dieser Ordner ist nicht lesbar</translation>
    </message>
</context>
<context>
    <name>trainyard::PlaceText</name>
    <message>
        <source>days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>h</source>
        <translation>h</translation>
    </message>
    <message>
        <source>min</source>
        <translation>min</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>Epoche %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
</context>
<context>
    <name>trainyard::PlotBar</name>
    <message>
        <source>Panels</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Search panels</source>
        <translation>Diagramme suchen</translation>
    </message>
    <message>
        <source>x: step</source>
        <translation>x: Schritt</translation>
    </message>
    <message>
        <source>x: tokens</source>
        <translation>x: Token</translation>
    </message>
    <message>
        <source>x: time</source>
        <translation>x: Zeit</translation>
    </message>
    <message>
        <source>x: epoch</source>
        <translation>x: Epoche</translation>
    </message>
    <message>
        <source>Horizontal axis</source>
        <translation>Waagerechte Achse</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>Glättung</translation>
    </message>
    <message>
        <source>Weight of the debiased moving average; the raw curve stays visible behind it</source>
        <translation>Gewicht des bereinigten gleitenden Mittels; die rohe Kurve bleibt dahinter sichtbar</translation>
    </message>
    <message>
        <source>Log y</source>
        <translation>Log y</translation>
    </message>
    <message>
        <source>Logarithmic vertical axis; values of 0 and below are gaps</source>
        <translation>Logarithmische senkrechte Achse; Werte von 0 und darunter sind Lücken</translation>
    </message>
    <message>
        <source>Outliers out</source>
        <translation>Ohne Ausreißer</translation>
    </message>
    <message>
        <source>The vertical axis shows all but the most extreme 5 % of the points; triangles at its edges mark the others</source>
        <translation>Die senkrechte Achse zeigt alle bis auf die äußersten 5 % der Punkte; Dreiecke an ihren Rändern markieren die übrigen</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Show all steps again. Drag: zoom · Shift+drag: pan · Ctrl+wheel: zoom steps · Double click: all</source>
        <translation>Wieder alle Schritte zeigen. Ziehen: vergrößern · Umschalt+Ziehen: verschieben · Strg+Rad: Schritte vergrößern · Doppelklick: alles</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Export all panels</source>
        <translation>Alle Diagramme exportieren</translation>
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
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>One line for the runs of a group, or for all that are shown: their mean, in a band from the lowest to the highest</source>
        <translation>Eine Linie für die Läufe einer Gruppe oder für alle, die gezeigt werden: ihr Mittel, in einem Band vom niedrigsten bis zum höchsten Wert</translation>
    </message>
    <message>
        <source>Only panels whose metric contains this, or matches it as a regular expression: ^(train|eval)/|norm$</source>
        <translation>Nur Diagramme, deren Metrik dies enthält oder als regulären Ausdruck erfüllt: ^(train|eval)/|norm$</translation>
    </message>
    <message>
        <source>Panel</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>A panel of your own: several metrics, expressions, another axis</source>
        <translation>Ein eigenes Diagramm: mehrere Metriken, Ausdrücke, eine andere Achse</translation>
    </message>
</context>
<context>
    <name>trainyard::PlotGrid</name>
    <message>
        <source>Other</source>
        <translation>Andere</translation>
    </message>
    <message>
        <source>Show the panels of this group</source>
        <translation>Die Diagramme dieser Gruppe zeigen</translation>
    </message>
    <message>
        <source>Hide the panels of this group</source>
        <translation>Die Diagramme dieser Gruppe ausblenden</translation>
    </message>
    <message>
        <source>Training and evaluation</source>
        <translation>Training und Auswertung</translation>
    </message>
    <message>
        <source>Performance</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>My panels</source>
        <translation>Meine Diagramme</translation>
    </message>
</context>
<context>
    <name>trainyard::PlotPanel</name>
    <message>
        <source>No point yet</source>
        <translation>Noch kein Punkt</translation>
    </message>
    <message numerus="yes">
        <source>%n curves</source>
        <translation>
            <numerusform>%n Kurve</numerusform>
            <numerusform>%n Kurven</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::PlotPicture</name>
    <message>
        <source>not finite</source>
        <translation>nicht endlich</translation>
    </message>
</context>
<context>
    <name>trainyard::PresetCardView</name>
    <message>
        <source>Try with sample data</source>
        <translation>Mit Beispieldaten probieren</translation>
    </message>
    <message>
        <source>Try %1 with sample data</source>
        <translation>%1 mit Beispieldaten probieren</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Wird gestartet…</translation>
    </message>
</context>
<context>
    <name>trainyard::PresetGrid</name>
    <message>
        <source>Start from a preset</source>
        <translation>Mit einer Vorlage beginnen</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>No preset matches.</source>
        <translation>Keine Vorlage passt.</translation>
    </message>
    <message numerus="yes">
        <source>Search %n presets</source>
        <translation>
            <numerusform>%n Vorlage suchen</numerusform>
            <numerusform>%n Vorlagen suchen</numerusform>
        </translation>
    </message>
    <message>
        <source>Search presets</source>
        <translation>Vorlagen suchen</translation>
    </message>
</context>
<context>
    <name>trainyard::PreviewPane</name>
    <message>
        <source>Select a file to look at it.</source>
        <translation>Wählen Sie eine Datei, um sie anzusehen.</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Content of %1</source>
        <translation>Inhalt von %1</translation>
    </message>
    <message>
        <source>A picture of %1 is not read for a preview; fetch it to look at it.</source>
        <translation>Ein Bild von %1 wird nicht für eine Vorschau gelesen; holen Sie es, um es anzusehen.</translation>
    </message>
    <message>
        <source>%1 × %2 pixels, %3</source>
        <translation>%1 × %2 Pixel, %3</translation>
    </message>
    <message>
        <source>Picture of %1</source>
        <translation>Bild von %1</translation>
    </message>
    <message>
        <source>Show the end</source>
        <translation>Das Ende zeigen</translation>
    </message>
    <message>
        <source>Show the beginning</source>
        <translation>Den Anfang zeigen</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>Read the end of the file again every 2 seconds</source>
        <translation>Das Ende der Datei alle 2 Sekunden neu lesen</translation>
    </message>
</context>
<context>
    <name>trainyard::ProblemsHead</name>
    <message>
        <source>1 error</source>
        <translation>1 Fehler</translation>
    </message>
    <message>
        <source>%1 errors</source>
        <translation>%1 Fehler</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 Warnung</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>%1 Warnungen</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 Hinweis</translation>
    </message>
    <message>
        <source>%1 notes</source>
        <translation>%1 Hinweise</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Show the list of problems</source>
        <translation>Die Liste der Probleme zeigen</translation>
    </message>
    <message>
        <source>Fold the list of problems</source>
        <translation>Die Liste der Probleme einklappen</translation>
    </message>
    <message>
        <source>Connect and check</source>
        <translation>Verbinden und prüfen</translation>
    </message>
</context>
<context>
    <name>trainyard::ProgressCard</name>
    <message>
        <source>%1 of %2 decided</source>
        <translation>%1 von %2 fertig</translation>
    </message>
    <message numerus="yes">
        <source>%n at a time</source>
        <translation>
            <numerusform>einer zugleich</numerusform>
            <numerusform>%n zugleich</numerusform>
        </translation>
    </message>
    <message>
        <source>one after another in one job</source>
        <translation>nacheinander in einem Job</translation>
    </message>
    <message>
        <source>%1 completed</source>
        <translation>%1 fertig</translation>
    </message>
    <message>
        <source>%1 pruned</source>
        <translation>%1 vorzeitig beendet</translation>
    </message>
    <message>
        <source>%1 running</source>
        <translation>%1 gelaufen</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 gescheitert</translation>
    </message>
    <message>
        <source>%1 to come</source>
        <translation>%1 kommen noch</translation>
    </message>
    <message>
        <source>submitted by a job of the cluster</source>
        <translation>eingereicht von einem Job des Clusters</translation>
    </message>
</context>
<context>
    <name>trainyard::PromptsDialog</name>
    <message>
        <source>Log in to %1</source>
        <translation>Anmelden bei %1</translation>
    </message>
    <message>
        <source>Authentication failed; try again:</source>
        <translation>Das war nicht richtig. Der Host fragt noch einmal:</translation>
    </message>
    <message>
        <source>The host asks for the password of your account:</source>
        <translation>Der Host fragt nach dem Passwort Ihres Kontos:</translation>
    </message>
    <message>
        <source>The host asks:</source>
        <translation>Der Host fragt, bevor er Sie hereinlässt:</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>Konto</translation>
    </message>
    <message>
        <source>Message from the host:</source>
        <translation>Was der Host sagt:</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Passwort</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Keep the password in the keychain</source>
        <translation>Passwort im Schlüsselbund behalten</translation>
    </message>
    <message>
        <source>Answers are sent only to this host and saved nowhere else. If the connection is lost, you are asked again only after you click Connect.</source>
        <translation>Antworten werden nur an diesen Host gesendet und nirgends sonst gespeichert. Geht die Verbindung verloren, werden Sie erst wieder gefragt, wenn Sie auf Verbinden klicken.</translation>
    </message>
</context>
<context>
    <name>trainyard::QueueJobsModel</name>
    <message>
        <source>Job %1, %2</source>
        <translation>Job %1, %2</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Partition</source>
        <translation>Partition</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Why it waits, or how far it is</source>
        <translation>Warum er wartet oder wie weit er ist</translation>
    </message>
    <message>
        <source>Start or end</source>
        <translation>Beginn oder Ende</translation>
    </message>
</context>
<context>
    <name>trainyard::QueuePage</name>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 more jobs are not shown.</source>
        <translation>%1 weitere Jobs sind nicht gezeigt.</translation>
    </message>
    <message>
        <source>Add a cluster…</source>
        <translation>Cluster hinzufügen …</translation>
    </message>
    <message>
        <source>Log in</source>
        <translation>Anmelden</translation>
    </message>
    <message>
        <source>No cluster yet: the queue of one is shown here.</source>
        <translation>Noch kein Cluster: hier steht die Warteschlange eines Clusters.</translation>
    </message>
    <message>
        <source>Asking what is running and waiting…</source>
        <translation>Es wird gefragt, was läuft und wartet…</translation>
    </message>
    <message>
        <source>What is running and waiting is known once you are logged in.</source>
        <translation>Was läuft und wartet, ist bekannt, sobald Sie angemeldet sind.</translation>
    </message>
    <message>
        <source>No job of yours is running or waiting.</source>
        <translation>Keiner Ihrer Jobs läuft oder wartet.</translation>
    </message>
    <message>
        <source>No job is running or waiting there.</source>
        <translation>Dort läuft und wartet kein Job.</translation>
    </message>
    <message>
        <source>Cancel the job</source>
        <translation>Den Job abbrechen</translation>
    </message>
    <message>
        <source>Cancel the job %1 (%2) on %3?</source>
        <translation>Den Job %1 (%2) auf %3 beenden?</translation>
    </message>
    <message>
        <source>The whole array is cancelled, including running tasks.</source>
        <translation>Das ganze Array endet, auch die Aufgaben, die laufen.</translation>
    </message>
    <message>
        <source>Unsaved work is lost.</source>
        <translation>Was er nicht geschrieben hat, ist verloren.</translation>
    </message>
    <message>
        <source>End it</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>Lassen</translation>
    </message>
</context>
<context>
    <name>trainyard::QueueReader</name>
    <message>
        <source>Job %1 is being cancelled.</source>
        <translation>Der Job %1 soll enden.</translation>
    </message>
    <message>
        <source>The scheduler does not say where job %1 writes to.</source>
        <translation>Der Scheduler sagt nicht, wohin Job %1 schreibt.</translation>
    </message>
</context>
<context>
    <name>trainyard::Rail</name>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Fold or unfold the side (Ctrl+B)</source>
        <translation>Leiste ein- oder ausklappen (Strg+B)</translation>
    </message>
    <message>
        <source>Switch between light and dark</source>
        <translation>Zwischen Hell und Dunkel wechseln</translation>
    </message>
    <message>
        <source>Settings and about</source>
        <translation>Einstellungen und Über</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>Ansichten</translation>
    </message>
    <message>
        <source>Help on this page (F1)</source>
        <translation>Hilfe zu dieser Seite (F1)</translation>
    </message>
</context>
<context>
    <name>trainyard::RenderedView</name>
    <message>
        <source>Script</source>
        <translation>Skript</translation>
    </message>
    <message>
        <source>Resolved document</source>
        <translation>Ganzes Dokument</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>Befehlszeile</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>Was gezeigt wird</translation>
    </message>
    <message>
        <source>Run of the study</source>
        <translation>Lauf der Studie</translation>
    </message>
    <message>
        <source>What would be submitted</source>
        <translation>Was gestartet würde</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
</context>
<context>
    <name>trainyard::ResourceFields</name>
    <message>
        <source>Yours:</source>
        <translation>Ihre:</translation>
    </message>
    <message>
        <source>Known:</source>
        <translation>Bekannt:</translation>
    </message>
    <message>
        <source>what %1 offers, seen %2</source>
        <translation>was %1 bietet, gesehen %2</translation>
    </message>
</context>
<context>
    <name>trainyard::ResultPictures</name>
    <message>
        <source>Not defined here: it needs rows that have the label and rows that do not.</source>
        <translation>Hier nicht definiert: Es braucht Zeilen mit und ohne die Klasse.</translation>
    </message>
    <message>
        <source>ROC</source>
        <translation>ROC</translation>
    </message>
    <message>
        <source>False positive rate</source>
        <translation>Falsch-positiv-Rate</translation>
    </message>
    <message>
        <source>True positive rate</source>
        <translation>Richtig-positiv-Rate</translation>
    </message>
    <message>
        <source>AUC %1</source>
        <translation>AUC %1</translation>
    </message>
    <message>
        <source>Precision and recall</source>
        <translation>Genauigkeit und Trefferquote</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Trefferquote</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>average precision %1</source>
        <translation>mittlere Genauigkeit %1</translation>
    </message>
    <message>
        <source>Mean predicted probability</source>
        <translation>Mittlere Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>Fraction with the label</source>
        <translation>Anteil mit der Klasse</translation>
    </message>
    <message>
        <source>No row has a probability.</source>
        <translation>Keine Zeile hat eine Wahrscheinlichkeit.</translation>
    </message>
    <message>
        <source>Calibration, with the number of rows</source>
        <translation>Kalibrierung, mit Zahl der Zeilen</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>Kalibrierung</translation>
    </message>
    <message>
        <source>Confusion</source>
        <translation>Verwechslungen</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Was das Modell sagt</translation>
    </message>
    <message>
        <source>Actual</source>
        <translation>Was die Daten sagen</translation>
    </message>
    <message>
        <source>No picture: a row may have several labels, or there are too many of them.</source>
        <translation>Kein Bild: Eine Zeile kann mehrere Klassen haben, oder es sind zu viele.</translation>
    </message>
    <message>
        <source>A row may have several labels: choose one above to see how often it was right.</source>
        <translation>Eine Zeile kann mehrere Labels haben: Wählen Sie oben eines, um zu sehen, wie oft es richtig war.</translation>
    </message>
    <message>
        <source>not %1</source>
        <translation>nicht %1</translation>
    </message>
</context>
<context>
    <name>trainyard::ResultText</name>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Trefferanteil</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Trefferquote</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>ROC-AUC</source>
        <translation>ROC-AUC</translation>
    </message>
    <message>
        <source>ROC-AUC of pairs of labels</source>
        <translation>ROC-AUC von Klassenpaaren</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Maß</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
</context>
<context>
    <name>trainyard::ReadingFrame</name>
    <message>
        <source>Change…</source>
        <translation>Ändern…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>trainyard::ReadingPanel</name>
    <message>
        <source>What is read</source>
        <translation>Was gelesen wird</translation>
    </message>
    <message>
        <source>As learned</source>
        <translation>Wie gelernt</translation>
    </message>
    <message>
        <source>Forget the pattern, the step and the names that are left out.</source>
        <translation>Das Muster, den Schritt und die ausgelassenen Namen vergessen.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>the whole number that rises</source>
        <translation>die ganze Zahl, die steigt</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Each {name} is a number, {*} any text. With a pattern, only lines that fit are read.</source>
        <translation>Jedes {name} ist eine Zahl, {*} beliebiger Text. Mit einem Muster werden nur Zeilen gelesen, die passen.</translation>
    </message>
    <message>
        <source>Keep for the next run</source>
        <translation>Für den nächsten Lauf behalten</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Writes it to %1.</source>
        <translation>Schreibt es nach %1.</translation>
    </message>
    <message>
        <source>This run was not made from the file of an experiment.</source>
        <translation>Dieser Lauf wurde nicht aus der Datei eines Experiments gemacht.</translation>
    </message>
    <message>
        <source>The pattern %1</source>
        <translation>Das Muster %1</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message>
        <source>%1 points were read from %2 lines.</source>
        <translation>%1 Punkte wurden aus %2 Zeilen gelesen.</translation>
    </message>
    <message>
        <source>%1: %2 points, last %3</source>
        <translation>%1: %2 Punkte, zuletzt %3</translation>
    </message>
    <message>
        <source>%1 lines were read, and no curve was found in them.</source>
        <translation>%1 Zeilen wurden gelesen, und keine Kurve wurde darin gefunden.</translation>
    </message>
    <message>
        <source>%1 points in %2 lines</source>
        <translation>%1 Punkte in %2 Zeilen</translation>
    </message>
    <message>
        <source>Read again when it has ended</source>
        <translation>Neu lesen, sobald er beendet ist</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Neu lesen</translation>
    </message>
</context>
<context>
    <name>trainyard::ResultsView</name>
    <message>
        <source>Which rows</source>
        <translation>Welche Zeilen</translation>
    </message>
    <message>
        <source>Which label</source>
        <translation>Welche Klasse</translation>
    </message>
    <message>
        <source>Which label against the rest</source>
        <translation>Welche Klasse gegen alle anderen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Metrics, labels and confusion matrix as text, for an email or a spreadsheet</source>
        <translation>Maße, Klassen und Verwechslungen als Text, für eine Mail oder Tabelle</translation>
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
        <source>Drawing (SVG)…</source>
        <translation>Zeichnung (SVG)…</translation>
    </message>
    <message>
        <source>All points (CSV)…</source>
        <translation>Alle Punkte (CSV)…</translation>
    </message>
    <message>
        <source>All labels</source>
        <translation>Alle Klassen</translation>
    </message>
    <message>
        <source>Test data</source>
        <translation>Testdaten</translation>
    </message>
    <message>
        <source>Test data of a later time</source>
        <translation>Testdaten aus späterer Zeit</translation>
    </message>
    <message>
        <source>Validation data</source>
        <translation>Validierungsdaten</translation>
    </message>
    <message>
        <source>Results appear when the training has finished.</source>
        <translation>Ergebnisse erscheinen, wenn das Training vorbei ist.</translation>
    </message>
    <message>
        <source>This run has no results to draw.

A training that classifies texts or words writes them at its end, for the validation data and for the test data of its experiment. &quot;engine evaluate … --output FOLDER&quot; writes the same files for a trained model.</source>
        <translation>Dieser Lauf hat keine Ergebnisse zum Zeichnen.

Ein Training, das Texte oder Wörter klassifiziert, schreibt sie an seinem Ende, für die Validierungsdaten und für Testdaten, die sein Experiment nennt. „engine evaluate … --output ORDNER“ schreibt dieselben Dateien für ein trainiertes Modell.</translation>
    </message>
    <message>
        <source>The results file cannot be read: it is damaged, larger than any that Trainyard writes, or from a newer version.</source>
        <translation>Die Datei dieser Ergebnisse ist nicht lesbar: sie ist beschädigt, größer als jede, die Trainyard schreibt, oder von einer neueren Version.</translation>
    </message>
    <message>
        <source>rows: %1</source>
        <translation>Zeilen: %1</translation>
    </message>
    <message>
        <source>Results copied as text.</source>
        <translation>Die Ergebnisse wurden als Text kopiert.</translation>
    </message>
    <message>
        <source>Save the results as a picture</source>
        <translation>Ergebnisse als Bild speichern</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>Bilder (*.png)</translation>
    </message>
    <message>
        <source>Save the results as a drawing</source>
        <translation>Ergebnisse als Zeichnung speichern</translation>
    </message>
    <message>
        <source>Drawings (*.svg)</source>
        <translation>Zeichnungen (*.svg)</translation>
    </message>
    <message>
        <source>Save all points as a table</source>
        <translation>Alle Punkte als Tabelle speichern</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
</context>
<context>
    <name>trainyard::ReviewHead</name>
    <message>
        <source>Back to the form</source>
        <translation>Zurück zum Formular</translation>
    </message>
    <message>
        <source>Back to the form (Esc)</source>
        <translation>Zurück zum Formular (Esc)</translation>
    </message>
    <message>
        <source>Before you submit</source>
        <translation>Vor dem Start</translation>
    </message>
    <message>
        <source>Save script</source>
        <translation>Skript speichern</translation>
    </message>
    <message>
        <source>Start it (Ctrl+Return)</source>
        <translation>Starten (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>Ctrl ⏎</source>
        <translation>Strg ⏎</translation>
    </message>
</context>
<context>
    <name>trainyard::ReviewPage</name>
    <message>
        <source>What travels</source>
        <translation>Was gesendet wird</translation>
    </message>
    <message>
        <source>nothing is deleted there</source>
        <translation>dort wird nichts gelöscht</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>Run %1 of %2, %3</source>
        <translation>Lauf %1 von %2, %3</translation>
    </message>
    <message>
        <source>Rendering…</source>
        <translation>Wird erstellt…</translation>
    </message>
    <message>
        <source>Nothing: it runs on this computer</source>
        <translation>Nichts: es läuft auf diesem Rechner</translation>
    </message>
    <message>
        <source>Comparing with the target…</source>
        <translation>Vergleicht mit dem, was dort ist …</translation>
    </message>
    <message>
        <source>Submit %1 runs to %2</source>
        <translation>%1 Läufe auf %2 starten</translation>
    </message>
    <message>
        <source>Submit to %1</source>
        <translation>Auf %1 starten</translation>
    </message>
    <message>
        <source>Run %1 on this computer</source>
        <translation>%1 auf diesem Rechner ausführen</translation>
    </message>
    <message>
        <source>Run on this computer</source>
        <translation>Auf diesem Rechner ausführen</translation>
    </message>
    <message>
        <source>Submitting…</source>
        <translation>Wird gestartet…</translation>
    </message>
    <message>
        <source>%1 runs of %2 that differ in %3</source>
        <translation>%1 Läufe von %2, verschieden in %3</translation>
    </message>
    <message>
        <source>asked %1</source>
        <translation>gefragt %1</translation>
    </message>
    <message>
        <source>%1 passed, %2 to look at</source>
        <translation>%1 in Ordnung, %2 anzusehen</translation>
    </message>
    <message>
        <source>%1 passed</source>
        <translation>%1 in Ordnung</translation>
    </message>
    <message>
        <source>Save script</source>
        <translation>Skript speichern</translation>
    </message>
    <message>
        <source>Scripts (*.sh)</source>
        <translation>Skripte (*.sh)</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>%1 ließ sich nicht schreiben: %2</translation>
    </message>
    <message>
        <source>Where it runs</source>
        <translation>Wo es läuft</translation>
    </message>
    <message>
        <source>Checked</source>
        <translation>Geprüft</translation>
    </message>
    <message numerus="yes">
        <source>Start search of %n trials</source>
        <translation>
            <numerusform>Suche mit einem Versuch starten</numerusform>
            <numerusform>Suche mit %n Versuchen starten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::ReviewRows</name>
    <message>
        <source>fewer</source>
        <translation>weniger</translation>
    </message>
    <message>
        <source>all %1</source>
        <translation>alle %1</translation>
    </message>
</context>
<context>
    <name>trainyard::RunActionBar</name>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Schlagwort</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archivieren</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Pin as baseline</source>
        <translation>Als Basis anheften</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Note…</source>
        <translation>Notiz…</translation>
    </message>
    <message>
        <source>Fetch…</source>
        <translation>Holen…</translation>
    </message>
    <message>
        <source>Save report…</source>
        <translation>Bericht speichern…</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen…</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>Weitere Aktionen</translation>
    </message>
    <message>
        <source>None chosen</source>
        <translation>Keiner gewählt</translation>
    </message>
    <message numerus="yes">
        <source>%n chosen</source>
        <translation>
            <numerusform>Einer gewählt</numerusform>
            <numerusform>%n gewählt</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose runs in the table first.</source>
        <translation>Wählen Sie zuerst Läufe in der Tabelle.</translation>
    </message>
    <message>
        <source>Choose one run.</source>
        <translation>Wählen Sie einen Lauf.</translation>
    </message>
    <message>
        <source>The background service is not connected; this is available again once it is.</source>
        <translation>Der Hintergrunddienst ist nicht verbunden; danach ist dies wieder möglich.</translation>
    </message>
    <message>
        <source>Choose two runs or more: Ctrl and Shift add rows.</source>
        <translation>Wählen Sie mindestens zwei Läufe: Strg und Umschalt fügen Zeilen hinzu.</translation>
    </message>
    <message>
        <source>Unarchive</source>
        <translation>Aus dem Archiv holen</translation>
    </message>
    <message>
        <source>No longer the baseline</source>
        <translation>Nicht mehr die Basis</translation>
    </message>
    <message>
        <source>Only runs that ended before they were completed can be resumed.</source>
        <translation>Nur Läufe, die vorzeitig endeten, lassen sich fortsetzen.</translation>
    </message>
    <message>
        <source>None of them is waiting or running.</source>
        <translation>Keiner von ihnen wartet oder läuft.</translation>
    </message>
    <message>
        <source>The run is on this computer already.</source>
        <translation>Der Lauf ist bereits auf diesem Rechner.</translation>
    </message>
    <message>
        <source>Runs that are not over cannot be removed; cancel them first.</source>
        <translation>Läufe, die nicht beendet sind, lassen sich nicht entfernen; brechen Sie sie zuerst ab.</translation>
    </message>
    <message>
        <source>Show its study</source>
        <translation>Seine Studie zeigen</translation>
    </message>
    <message>
        <source>The run belongs to no study.</source>
        <translation>Der Lauf gehört zu keiner Studie.</translation>
    </message>
    <message>
        <source>Move to project…</source>
        <translation>In ein Projekt verschieben …</translation>
    </message>
</context>
<context>
    <name>trainyard::RunActions</name>
    <message>
        <source>The run was asked to stop; it saves its state first where it can.</source>
        <translation>Der Lauf wurde gebeten anzuhalten; wo er kann, sichert er zuerst seinen Stand.</translation>
    </message>
    <message>
        <source>The run continues from its last checkpoint.</source>
        <translation>Der Lauf geht von seinem letzten Sicherungspunkt weiter.</translation>
    </message>
    <message>
        <source>The run was removed.</source>
        <translation>Der Lauf wurde entfernt.</translation>
    </message>
    <message>
        <source>The run&apos;s checkpoints were removed.</source>
        <translation>Die Sicherungspunkte des Laufs wurden entfernt.</translation>
    </message>
    <message>
        <source>Fetched into %1</source>
        <translation>Geholt nach %1</translation>
    </message>
    <message>
        <source>The run was submitted again.</source>
        <translation>Der Lauf wurde noch einmal gestartet.</translation>
    </message>
    <message>
        <source>Fetched into %1; links that point outside the folder were skipped: %2</source>
        <translation>Nach %1 geholt; Verknüpfungen, die aus dem Ordner führen, wurden weggelassen: %2</translation>
    </message>
    <message>
        <source>The run continues from its last checkpoint with %1.</source>
        <translation>Der Lauf geht mit %1 vom letzten Checkpoint weiter.</translation>
    </message>
</context>
<context>
    <name>trainyard::RunButtons</name>
    <message>
        <source>Submit again</source>
        <translation>Noch einmal starten</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Cancel run</source>
        <translation>Lauf abbrechen</translation>
    </message>
    <message>
        <source>&amp;Fetch…</source>
        <translation>&amp;Holen…</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen…</translation>
    </message>
    <message>
        <source>The background service is not connected; this is available again once it is.</source>
        <translation>Der Hintergrunddienst ist nicht verbunden; sobald er es ist, geht dies wieder.</translation>
    </message>
    <message>
        <source>Its job was lost before it ran; this makes a new one for the same run</source>
        <translation>Sein Auftrag ging verloren, bevor er lief; dies legt einen neuen für denselben Lauf an</translation>
    </message>
    <message>
        <source>Continue from the last checkpoint, as a new attempt of the same run</source>
        <translation>Vom letzten Sicherungspunkt weiter, als neuer Versuch desselben Laufs</translation>
    </message>
    <message>
        <source>Ask the run to save and stop</source>
        <translation>Den Lauf bitten, zu sichern und anzuhalten</translation>
    </message>
    <message>
        <source>The run is on this computer already</source>
        <translation>Der Lauf ist schon auf diesem Rechner</translation>
    </message>
    <message>
        <source>Fetch checkpoints or results to this computer</source>
        <translation>Sicherungspunkte oder Ergebnisse auf diesen Rechner bringen</translation>
    </message>
    <message>
        <source>Delete its folder or its checkpoints; asks first</source>
        <translation>Seinen Ordner oder seine Sicherungspunkte löschen; fragt vorher</translation>
    </message>
    <message>
        <source>Its folder is on %1: %2</source>
        <translation>Sein Ordner liegt auf %1: %2</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Save report…</source>
        <translation>Bericht speichern…</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>Weitere Aktionen</translation>
    </message>
    <message>
        <source>Open its experiment as a new one: %1</source>
        <translation>Sein Experiment als neues öffnen: %1</translation>
    </message>
    <message>
        <source>No longer the baseline</source>
        <translation>Nicht mehr Vergleichsbasis</translation>
    </message>
    <message>
        <source>Pin as baseline</source>
        <translation>Als Vergleichsbasis anheften</translation>
    </message>
    <message>
        <source>Unarchive</source>
        <translation>Aus dem Archiv holen</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archivieren</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>List the run&apos;s folder and look at its files</source>
        <translation>Den Ordner des Laufs auflisten und seine Dateien ansehen</translation>
    </message>
    <message>
        <source>Time machine</source>
        <translation>Zeitmaschine</translation>
    </message>
</context>
<context>
    <name>trainyard::RunCard</name>
    <message>
        <source>%1, %2 left</source>
        <translation>%1, noch %2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>loss of the evaluation</source>
        <translation>Verlust der Auswertung</translation>
    </message>
</context>
<context>
    <name>trainyard::RunConfiguration</name>
    <message>
        <source>Search settings</source>
        <translation>Einstellungen suchen</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>Settings of the run</source>
        <translation>Einstellungen des Laufs</translation>
    </message>
    <message>
        <source>The settings of this run are not known to this computer.</source>
        <translation>Die Einstellungen dieses Laufs sind diesem Rechner nicht bekannt.</translation>
    </message>
    <message>
        <source>%1 of %2 differ</source>
        <translation>%1 von %2 verschieden</translation>
    </message>
    <message numerus="yes">
        <source>%n settings</source>
        <translation>
            <numerusform>Eine Einstellung</numerusform>
            <numerusform>%n Einstellungen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::RunModel</name>
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
    <name>trainyard::RunNotes</name>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Shown instead of the run&apos;s name</source>
        <translation>Wird statt des Namens angezeigt</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagworte</translation>
    </message>
    <message>
        <source>Separated by commas; the table finds them with tag:word</source>
        <translation>Durch Kommas getrennt; die Tabelle findet sie mit tag:wort</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>What was tried and what came of it. It is kept with the run, shown in comparisons and written to reports.</source>
        <translation>Was versucht wurde und was dabei herauskam. Die Notiz bleibt beim Lauf, steht in Vergleichen und in Berichten.</translation>
    </message>
</context>
<context>
    <name>trainyard::RunRowDelegate</name>
    <message numerus="yes">
        <source>%n tasks</source>
        <translation>
            <numerusform>%n Task</numerusform>
            <numerusform>%n Tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::RunTableModel</name>
    <message>
        <source>Its curves are shown. Click the eye to hide them (Space).</source>
        <translation>Seine Kurven werden gezeigt. Ein Klick auf das Auge blendet sie aus (Leertaste).</translation>
    </message>
    <message>
        <source>Click the eye to show its curves (Space).</source>
        <translation>Ein Klick auf das Auge zeigt seine Kurven (Leertaste).</translation>
    </message>
    <message>
        <source>shown</source>
        <translation>gezeigt</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>ausgeblendet</translation>
    </message>
</context>
<context>
    <name>trainyard::RunView</name>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Sicherungspunkte</translation>
    </message>
    <message>
        <source>Select a run to see its curves and output.

A run is started from an experiment: Ctrl+1, then Submit.</source>
        <translation>Wählen Sie einen Lauf, um seine Kurven und Ausgabe zu sehen.

Ein Lauf wird aus einem Experiment gestartet: Strg+1, dann Starten.</translation>
    </message>
    <message>
        <source>The curves start with the first value that the run reports.</source>
        <translation>Die Kurven beginnen mit dem ersten Wert, den der Lauf meldet.</translation>
    </message>
    <message>
        <source>This run ended before it reported a value. Its output and messages say why.</source>
        <translation>Dieser Lauf endete, bevor er einen Wert meldete. Ausgabe und Meldungen sagen, warum.</translation>
    </message>
    <message>
        <source>The submitted run is shown here once the service has accepted it.

If it is refused, the page of its experiment says why.</source>
        <translation>Der abgeschickte Lauf wird hier gezeigt, sobald der Dienst ihn angenommen hat.

Wird er abgelehnt, sagt die Seite seines Experiments, warum.</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>%1 results</source>
        <translation>%1 Ergebnisse</translation>
    </message>
    <message>
        <source>No value was read from what this run printed. Its messages say which line would do; in Logs, Change… reads the output in another way.</source>
        <translation>Aus dem, was dieser Lauf ausgegeben hat, wurde kein Wert gelesen. Seine Meldungen sagen, welche Zeile genügen würde; in »Ausgabe« liest »Ändern…« sie auf andere Weise.</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Proben</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>Logs</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
</context>
<context>
    <name>trainyard::RunWorkspace</name>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Beides</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>Was gezeigt wird</translation>
    </message>
    <message>
        <source>Click the eye of a run to see its curves here.</source>
        <translation>Ein Klick auf das Auge eines Laufs zeigt hier seine Kurven.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>No runs yet. What you submit appears here at once.</source>
        <translation>Noch keine Läufe. Was Sie abschicken, erscheint sofort hier.</translation>
    </message>
    <message>
        <source>No run matches. Clear the search, or choose all runs.</source>
        <translation>Kein Lauf passt. Leeren Sie die Suche, oder wählen Sie alle Läufe.</translation>
    </message>
    <message>
        <source>%1 of %2 shown</source>
        <translation>%1 von %2 gezeigt</translation>
    </message>
</context>
<context>
    <name>trainyard::RunningNow</name>
    <message>
        <source>Running now</source>
        <translation>Läuft gerade</translation>
    </message>
    <message>
        <source>All runs</source>
        <translation>Alle Läufe</translation>
    </message>
</context>
<context>
    <name>trainyard::RunsHead</name>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Words, or a condition like eval/loss &lt; 2</source>
        <translation>Wörter oder eine Bedingung wie eval/loss &lt; 2</translation>
    </message>
    <message>
        <source>Search runs</source>
        <translation>Läufe suchen</translation>
    </message>
    <message>
        <source>Words of name, tags, note or cluster, and conditions: state:failed  tag:sft  on:leonardo  since:2d  is:pinned  eval/loss &lt; 0.8  optimizer.learning_rate &gt;= 1e-5  lr = 1e-5. A minus in front leaves out what matches.</source>
        <translation>Wörter aus Name, Schlagworten, Notiz oder Cluster, und Bedingungen: state:failed  tag:sft  on:leonardo  since:2d  is:pinned  eval/loss &lt; 0.8  optimizer.learning_rate &gt;= 1e-5  lr = 1e-5. Ein Minus davor lässt weg, was passt.</translation>
    </message>
</context>
<context>
    <name>trainyard::RunsPage</name>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>The run belongs to no study.</source>
        <translation>Der Lauf gehört zu keiner Studie.</translation>
    </message>
</context>
<context>
    <name>trainyard::SampleContent</name>
    <message>
        <source>Text of the sample</source>
        <translation>Text der Probe</translation>
    </message>
    <message>
        <source>Rows of the sample</source>
        <translation>Zeilen der Probe</translation>
    </message>
    <message>
        <source>Image of the sample</source>
        <translation>Bild der Probe</translation>
    </message>
</context>
<context>
    <name>trainyard::ScatterPlot</name>
    <message numerus="yes">
        <source>Best %1 by %2, %n runs</source>
        <translation>
            <numerusform>Bestes %1 je %2, ein Lauf</numerusform>
            <numerusform>Bestes %1 je %2, %n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>No run has both numbers yet.</source>
        <translation>Noch kein Lauf hat beide Zahlen.</translation>
    </message>
</context>
<context>
    <name>trainyard::SectionList</name>
    <message>
        <source>%1 changed</source>
        <translation>%1 geändert</translation>
    </message>
    <message>
        <source>has an error</source>
        <translation>hat einen Fehler</translation>
    </message>
    <message>
        <source>has a warning</source>
        <translation>hat eine Warnung</translation>
    </message>
</context>
<context>
    <name>trainyard::ServiceConnection</name>
    <message>
        <source>Events cannot be recorded: %1</source>
        <translation>Ereignisse können nicht aufgezeichnet werden: %1</translation>
    </message>
    <message>
        <source>Connecting to the service</source>
        <translation>Verbindung zum Dienst wird hergestellt</translation>
    </message>
    <message>
        <source>No service: %1</source>
        <translation>Kein Dienst: %1</translation>
    </message>
</context>
<context>
    <name>trainyard::SettingsTable</name>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
</context>
<context>
    <name>trainyard::SiteField</name>
    <message>
        <source>File…</source>
        <translation>Datei…</translation>
    </message>
    <message>
        <source>Your own file with the rules of this cluster (Help: Sites)</source>
        <translation>Eine eigene Datei, die sagt, was dieser Cluster verlangt (Hilfe: Standorte)</translation>
    </message>
    <message>
        <source>Site</source>
        <translation>Standort</translation>
    </message>
    <message>
        <source>None: only what Slurm reports</source>
        <translation>Keiner: nur was Slurm selbst sagt</translation>
    </message>
    <message>
        <source>A site adds what Slurm does not report: how GPUs are requested, limits, modules.</source>
        <translation>Ein Standort ergänzt, was Slurm nicht sagt: wie GPUs angefordert werden, Grenzen, Module.</translation>
    </message>
    <message>
        <source>This file is read at each use; its settings are shown with the facts about the cluster.</source>
        <translation>Diese Datei wird bei jeder Verwendung gelesen; was sie festlegt, steht bei dem, was vom Cluster bekannt ist.</translation>
    </message>
    <message>
        <source>Choose a site file</source>
        <translation>Datei eines Standorts wählen</translation>
    </message>
    <message>
        <source>Sites (*.yaml *.yml);;All files (*)</source>
        <translation>Standorte (*.yaml *.yml);;Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>trainyard::SlicePlot</name>
    <message>
        <source>%1 by %2</source>
        <translation>%1 nach %2</translation>
    </message>
    <message>
        <source>No trial has a value yet.</source>
        <translation>Noch kein Versuch hat einen Wert.</translation>
    </message>
</context>
<context>
    <name>trainyard::StartCard</name>
    <message>
        <source>Show the run</source>
        <translation>Lauf zeigen</translation>
    </message>
    <message>
        <source>The run that this job belongs to</source>
        <translation>Der Lauf, zu dem dieser Job gehört</translation>
    </message>
    <message>
        <source>Where else it fits</source>
        <translation>Wo er noch passt</translation>
    </message>
    <message>
        <source>Partitions that have what it requests, by what is known of your clusters</source>
        <translation>Partitionen, die haben, was er verlangt, nach dem, was von Ihren Clustern bekannt ist</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Show the file that a job of yours writes its output to</source>
        <translation>Die Datei zeigen, in die ein eigener Job seine Ausgabe schreibt</translation>
    </message>
    <message>
        <source>Make it a run</source>
        <translation>Als Lauf führen</translation>
    </message>
    <message>
        <source>Follow a job of yours that was not started from here like a run: its state, output and end</source>
        <translation>Einem eigenen Job, der nicht von hier gestartet wurde, wie einem Lauf folgen: Zustand, Ausgabe und Ende</translation>
    </message>
    <message>
        <source>Cancel job…</source>
        <translation>Job abbrechen…</translation>
    </message>
    <message>
        <source>Cancel a job of yours that is not a run; runs are cancelled on their own page</source>
        <translation>Beendet einen eigenen Job, der kein Lauf ist; Läufe werden auf ihrer Seite abgebrochen</translation>
    </message>
    <message>
        <source>job %1</source>
        <translation>Job %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 of %2 free</source>
        <translation>%1 von %2 frei</translation>
    </message>
    <message>
        <source>%1 of %2 idle</source>
        <translation>%1 von %2 frei</translation>
    </message>
    <message>
        <source>%1: enough is free now (%2)</source>
        <translation>%1: jetzt ist genug frei (%2)</translation>
    </message>
    <message>
        <source>%1: it would wait (%2)</source>
        <translation>%1: er würde warten (%2)</translation>
    </message>
</context>
<context>
    <name>trainyard::StepBar</name>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Previous step</source>
        <translation>Voriger Schritt</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>Nächster Schritt</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Go to a step</source>
        <translation>Zu einem Schritt gehen</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
</context>
<context>
    <name>trainyard::StorageKindsModel</name>
    <message>
        <source>Runs with their checkpoints</source>
        <translation>Läufe mit ihren Sicherungspunkten</translation>
    </message>
    <message>
        <source>Data, kept by content</source>
        <translation>Daten, nach Inhalt gehalten</translation>
    </message>
    <message>
        <source>Engine and libraries</source>
        <translation>Engine und Bibliotheken</translation>
    </message>
    <message>
        <source>Unfinished transfers</source>
        <translation>Abgebrochene Übertragungen</translation>
    </message>
    <message>
        <source>%1, not needed: %2</source>
        <translation>%1, nicht gebraucht: %2</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>Wie viele</translation>
    </message>
    <message>
        <source>Last changed</source>
        <translation>Zuletzt geändert</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
</context>
<context>
    <name>trainyard::StorageModel</name>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Unfinished transfer</source>
        <translation>Unfertige Übertragung</translation>
    </message>
    <message>
        <source>Not needed</source>
        <translation>Nicht gebraucht</translation>
    </message>
    <message>
        <source>A run that waits or runs</source>
        <translation>Ein Lauf, der wartet oder läuft</translation>
    </message>
    <message>
        <source>A run of your list</source>
        <translation>Ein Lauf Ihrer Liste</translation>
    </message>
    <message>
        <source>The next run</source>
        <translation>Der nächste Lauf</translation>
    </message>
    <message>
        <source>Not known: a job may need it</source>
        <translation>Unbekannt: ein Job kann ihn brauchen</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Needed by</source>
        <translation>Gebraucht von</translation>
    </message>
</context>
<context>
    <name>trainyard::StorageView</name>
    <message>
        <source>Remove folders</source>
        <translation>Ordner entfernen</translation>
    </message>
    <message>
        <source>Remove folders from %1 for good: %2 (%3)?</source>
        <translation>Ordner endgültig von %1 entfernen: %2 (%3)?</translation>
    </message>
    <message>
        <source>There are runs among them that this computer does not know. Another computer may.</source>
        <translation>Darunter sind Läufe, die dieser Rechner nicht kennt. Ein anderer kennt sie vielleicht.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Removed folders: %1.</source>
        <translation>Entfernte Ordner: %1.</translation>
    </message>
    <message>
        <source>Removed folders: %1. Needed by now, and left: %2.</source>
        <translation>Entfernte Ordner: %1. Inzwischen gebraucht und geblieben: %2.</translation>
    </message>
    <message>
        <source>Looking there; a large file system takes minutes.</source>
        <translation>Es wird dort nachgesehen; ein großes Dateisystem dauert Minuten.</translation>
    </message>
    <message>
        <source>%1 in %2.</source>
        <translation>%1 in %2.</translation>
    </message>
    <message>
        <source>%1 free of a quota of %2.</source>
        <translation>%1 frei von einer Quota von %2.</translation>
    </message>
    <message>
        <source>%1 free.</source>
        <translation>%1 frei.</translation>
    </message>
    <message>
        <source>Not measured yet.</source>
        <translation>Noch nicht gemessen.</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>List what this program keeps there, with its size</source>
        <translation>Auflisten, was dieses Programm dort aufbewahrt, mit Größe</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen …</translation>
    </message>
    <message>
        <source>Remove the chosen folders, which nothing may need any more</source>
        <translation>Die gewählten Ordner entfernen, die wohl nichts mehr braucht</translation>
    </message>
    <message>
        <source>What Trainyard keeps here</source>
        <translation>Was Trainyard hier hält</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
</context>
<context>
    <name>trainyard::StudyActions</name>
    <message>
        <source>Nothing is known of the study yet.</source>
        <translation>Von der Studie ist noch nichts bekannt.</translation>
    </message>
    <message>
        <source>No trial is complete yet.</source>
        <translation>Noch kein Versuch ist abgeschlossen.</translation>
    </message>
    <message>
        <source>The document of this study is not known on this computer.</source>
        <translation>Das Dokument dieser Studie ist auf diesem Rechner nicht bekannt.</translation>
    </message>
    <message>
        <source>The service cannot be reached.</source>
        <translation>Der Dienst ist nicht erreichbar.</translation>
    </message>
    <message>
        <source>The run of this study has ended; resume it to go on with trials.</source>
        <translation>Der Lauf dieser Studie ist beendet; setzen Sie ihn fort, um mit Versuchen weiterzumachen.</translation>
    </message>
    <message>
        <source>All trials have started.</source>
        <translation>Alle Versuche haben begonnen.</translation>
    </message>
    <message>
        <source>Add trials</source>
        <translation>Versuche hinzufügen</translation>
    </message>
    <message>
        <source>How many trials to add to the %1 that the study shall have:</source>
        <translation>Wie viele Versuche zu den %1 hinzukommen sollen, die die Studie haben soll:</translation>
    </message>
    <message>
        <source>Save the study for Optuna</source>
        <translation>Studie für Optuna speichern</translation>
    </message>
    <message>
        <source>Optuna&apos;s journals (*.log)</source>
        <translation>Journale von Optuna (*.log)</translation>
    </message>
    <message>
        <source>Saved as %1. Optuna opens it with JournalStorage(JournalFileBackend(…)).</source>
        <translation>Als %1 gespeichert. Optuna öffnet es mit JournalStorage(JournalFileBackend(…)).</translation>
    </message>
    <message numerus="yes">
        <source>The study shall have %n trials.</source>
        <translation>
            <numerusform>Die Studie soll einen Versuch haben.</numerusform>
            <numerusform>Die Studie soll %n Versuche haben.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::StudyHead</name>
    <message>
        <source>Studies</source>
        <translation>Studien</translation>
    </message>
    <message>
        <source>Open best as experiment</source>
        <translation>Besten als Experiment öffnen</translation>
    </message>
    <message>
        <source>Add trials…</source>
        <translation>Versuche hinzufügen…</translation>
    </message>
    <message>
        <source>Stop the rest</source>
        <translation>Den Rest stoppen</translation>
    </message>
    <message>
        <source>Export for Optuna…</source>
        <translation>Für Optuna exportieren…</translation>
    </message>
    <message>
        <source>Opens the experiment with the best values and without its search</source>
        <translation>Öffnet das Experiment mit den besten Werten und ohne seine Suche</translation>
    </message>
    <message>
        <source>Add trials: the study goes on with more of them</source>
        <translation>Versuche hinzufügen: Die Studie geht mit weiteren weiter</translation>
    </message>
    <message>
        <source>Stop the rest: what runs goes on, no further trial starts</source>
        <translation>Den Rest stoppen: Was läuft, läuft weiter, kein weiterer Versuch beginnt</translation>
    </message>
    <message>
        <source>Export for Optuna: a file that Optuna and its dashboard open</source>
        <translation>Für Optuna exportieren: eine Datei, die Optuna und sein Dashboard öffnen</translation>
    </message>
</context>
<context>
    <name>trainyard::StudyList</name>
    <message>
        <source>Studies</source>
        <translation>Studien</translation>
    </message>
    <message>
        <source>No study yet. An experiment with a section `search` tries values of its settings in trials; what they found is shown here.</source>
        <translation>Noch keine Studie. Ein Experiment mit einem Abschnitt `search` probiert in Versuchen Werte seiner Einstellungen; was sie finden, steht hier.</translation>
    </message>
    <message>
        <source>Open an experiment</source>
        <translation>Experiment öffnen</translation>
    </message>
</context>
<context>
    <name>trainyard::StudyListModel</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Study</source>
        <translation>Studie</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>Läuft auf</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Pruned</source>
        <translation>Vorzeitig beendet</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Gescheitert</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>Zielgröße</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>Bester</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
</context>
<context>
    <name>trainyard::StudyOffer</name>
    <message>
        <source>Looking for runs of this study that are there already…</source>
        <translation>Sucht nach Läufen dieser Studie, die es schon gibt…</translation>
    </message>
    <message>
        <source>All %1 runs will be submitted.</source>
        <translation>Alle %1 Läufe werden eingereicht.</translation>
    </message>
    <message>
        <source>%1 of %2 runs are there (study %3); %4 will be submitted.</source>
        <translation>%1 von %2 Läufen gibt es schon (Studie %3); %4 werden eingereicht.</translation>
    </message>
    <message>
        <source>All of them anew</source>
        <translation>Alle neu</translation>
    </message>
    <message>
        <source>Submit all of these runs again, as a new study</source>
        <translation>Alle diese Läufe noch einmal einreichen, als neue Studie</translation>
    </message>
    <message>
        <source>At once, at most</source>
        <translation>Zugleich höchstens</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>How many runs of the study may wait in the queue or run at once; the others wait for their turn here</source>
        <translation>Wie viele Läufe der Studie zugleich in der Warteschlange sein oder laufen dürfen; die anderen warten hier, bis sie an der Reihe sind</translation>
    </message>
</context>
<context>
    <name>trainyard::StudyOverview</name>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message>
        <source>Parallel coordinates</source>
        <translation>Parallele Koordinaten</translation>
    </message>
    <message>
        <source>Importance</source>
        <translation>Wichtigkeit</translation>
    </message>
    <message numerus="yes">
        <source>Parallel coordinates of %n trials</source>
        <translation>
            <numerusform>Parallele Koordinaten eines Versuchs</numerusform>
            <numerusform>Parallele Koordinaten von %n Versuchen</numerusform>
        </translation>
    </message>
    <message>
        <source>The study has no parameters.</source>
        <translation>Die Studie hat keine Parameter.</translation>
    </message>
    <message numerus="yes">
        <source>PED-ANOVA, %n trials</source>
        <translation>
            <numerusform>PED-ANOVA, ein Versuch</numerusform>
            <numerusform>PED-ANOVA, %n Versuche</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 in the brush</source>
        <translation>%1 von %2 in der Auswahl</translation>
    </message>
</context>
<context>
    <name>trainyard::StudyView</name>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>Schnitte</translation>
    </message>
    <message>
        <source>Nothing is recorded of this study yet. It is shown here once its first trial has started.</source>
        <translation>Von dieser Studie ist noch nichts aufgezeichnet. Sie erscheint hier, sobald ihr erster Versuch begonnen hat.</translation>
    </message>
    <message>
        <source>Reading the study</source>
        <translation>Die Studie wird gelesen</translation>
    </message>
    <message>
        <source>Trials (%1)</source>
        <translation>Versuche (%1)</translation>
    </message>
    <message>
        <source>Show its run</source>
        <translation>Ihren Lauf zeigen</translation>
    </message>
    <message>
        <source>No trial has started yet; the study is shown here once one has.

Its run: %1</source>
        <translation>Noch hat kein Versuch begonnen; sobald einer begonnen hat, erscheint die Studie hier.

Ihr Lauf: %1</translation>
    </message>
    <message>
        <source>The run ended before a trial had started.

Its run: %1</source>
        <translation>Der Lauf endete, bevor ein Versuch begonnen hatte.

Ihr Lauf: %1</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
</context>
<context>
    <name>trainyard::TargetCheck</name>
    <message>
        <source>not connected, so its limits are not checked</source>
        <translation>nicht verbunden, daher sind seine Grenzen nicht geprüft</translation>
    </message>
    <message>
        <source>asking…</source>
        <translation>wird gefragt …</translation>
    </message>
    <message>
        <source>its limits are checked once the file is saved</source>
        <translation>seine Grenzen werden geprüft, sobald die Datei gespeichert ist</translation>
    </message>
    <message>
        <source>checked</source>
        <translation>geprüft</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>it is not saved yet, so relative paths cannot be resolved</source>
        <translation>es ist noch nicht gespeichert, relative Pfade haben also keinen Ausgangspunkt</translation>
    </message>
    <message>
        <source>the service is not connected</source>
        <translation>der Dienst ist nicht verbunden</translation>
    </message>
    <message>
        <source>%1 cannot be reached</source>
        <translation>%1 ist nicht erreichbar</translation>
    </message>
    <message>
        <source>%1 is not connected</source>
        <translation>%1 ist nicht verbunden</translation>
    </message>
    <message>
        <source>cannot be reached, so its limits are not checked</source>
        <translation>nicht erreichbar, daher werden seine Grenzen nicht geprüft</translation>
    </message>
    <message>
        <source>checked %1 ago</source>
        <translation>vor %1 geprüft</translation>
    </message>
    <message>
        <source>checked against %1 %2 ago</source>
        <translation>vor %2 gegen %1 geprüft</translation>
    </message>
</context>
<context>
    <name>trainyard::TargetChooser</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Run on</source>
        <translation>Ausführen auf</translation>
    </message>
    <message>
        <source>Where the experiment runs. Clusters are added on the page of clusters.</source>
        <translation>Wo das Experiment läuft. Cluster fügt man auf der Seite der Cluster hinzu.</translation>
    </message>
</context>
<context>
    <name>trainyard::TargetOffers</name>
    <message>
        <source>Asking…</source>
        <translation>Wird gefragt…</translation>
    </message>
    <message>
        <source>Log in to ask</source>
        <translation>Zum Fragen anmelden</translation>
    </message>
    <message>
        <source>%1 of %2 on each GPU</source>
        <translation>%1 von %2 je GPU</translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>Eine Warnung</numerusform>
            <numerusform>%n Warnungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Can run it</source>
        <translation>Kann es ausführen</translation>
    </message>
</context>
<context>
    <name>trainyard::TargetsCard</name>
    <message>
        <source>Run on</source>
        <translation>Ausführen auf</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Expected start</source>
        <translation>Voraussichtlicher Beginn</translation>
    </message>
    <message>
        <source>GPU-hours</source>
        <translation>GPU-Stunden</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Run on %1: %2; expected start: %3</source>
        <translation>Ausführen auf %1: %2; erwarteter Start: %3</translation>
    </message>
    <message>
        <source>ends by %1</source>
        <translation>endet bis %1</translation>
    </message>
</context>
<context>
    <name>trainyard::TimeLimitParts</name>
    <message>
        <source>d</source>
        <translation>d</translation>
    </message>
    <message>
        <source>h</source>
        <translation>h</translation>
    </message>
    <message>
        <source>min</source>
        <translation>min</translation>
    </message>
    <message>
        <source>%1, days</source>
        <translation>%1, Tage</translation>
    </message>
    <message>
        <source>%1, hours</source>
        <translation>%1, Stunden</translation>
    </message>
    <message>
        <source>%1, minutes</source>
        <translation>%1, Minuten</translation>
    </message>
</context>
<context>
    <name>trainyard::TimelineView</name>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>d MMM</source>
        <translation>d. MMM</translation>
    </message>
</context>
<context>
    <name>trainyard::TrialCurvesPlot</name>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>While they train, %1</source>
        <translation>Während des Trainings, %1</translation>
    </message>
    <message>
        <source>pruned</source>
        <translation>vorzeitig beendet</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>gewählt</translation>
    </message>
    <message>
        <source>No trial has been evaluated yet.</source>
        <translation>Noch kein Versuch wurde evaluiert.</translation>
    </message>
    <message>
        <source>rung %1 of ASHA</source>
        <translation>Stufe %1 von ASHA</translation>
    </message>
</context>
<context>
    <name>trainyard::TrialTable</name>
    <message>
        <source>Trials</source>
        <translation>Versuche</translation>
    </message>
</context>
<context>
    <name>trainyard::TrialTableModel</name>
    <message>
        <source>The best that it reported before it was pruned</source>
        <translation>Der beste Wert, den er vor seinem vorzeitigen Ende gemeldet hat</translation>
    </message>
    <message>
        <source>Trial</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>Zielgröße</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>Ursache</translation>
    </message>
</context>
<context>
    <name>trainyard::UnitPicture</name>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>rows: %1</source>
        <translation>Zeilen: %1</translation>
    </message>
</context>
<context>
    <name>trainyard::UnusedSections</name>
    <message>
        <source>The section %2 has no effect with workload %1.</source>
        <translation>Mit der Arbeitslast %1 zählt der Abschnitt %2 nicht.</translation>
    </message>
    <message>
        <source>The sections %2 have no effect with workload %1.</source>
        <translation>Mit der Arbeitslast %1 zählen die Abschnitte %2 nicht.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>trainyard::ValueChips</name>
    <message>
        <source>item</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>path</source>
        <translation>Pfad</translation>
    </message>
</context>
<context>
    <name>trainyard::ValuesPopup</name>
    <message>
        <source>A run for each value</source>
        <translation>Ein Lauf für jeden Wert</translation>
    </message>
    <message>
        <source>Try these values</source>
        <translation>Diese Werte probieren</translation>
    </message>
</context>
<context>
    <name>trainyard::WaitPlot</name>
    <message>
        <source>How long mine waited</source>
        <translation>Wie lange meine warteten</translation>
    </message>
    <message>
        <source>%1: half within %2, at most %3</source>
        <translation>%1: die Hälfte innerhalb von %2, höchstens %3</translation>
    </message>
</context>
<context>
    <name>trainyard::WindowMenu</name>
    <message>
        <source>About</source>
        <translation>Über</translation>
    </message>
    <message>
        <source>About Trainyard</source>
        <translation>Über Trainyard</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Trainyard %1&lt;/h3&gt;&lt;p&gt;Design, start and monitor the training of language models.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later. It comes without any warranty.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Trainyard %1&lt;/h3&gt;&lt;p&gt;Das Training von Sprachmodellen entwerfen, starten und verfolgen.&lt;/p&gt;&lt;p&gt;Freie Software unter der GNU General Public License, Version 3 oder später. Ohne jede Gewähr.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Notifications…</source>
        <translation>Mitteilungen …</translation>
    </message>
</context>
<context>
    <name>trainyard::WindowPages</name>
    <message>
        <source>No run on this computer begins with %1, or several do.</source>
        <translation>Kein Lauf auf diesem Rechner beginnt mit %1, oder mehrere tun es.</translation>
    </message>
</context>
<context>
    <name>trainyard::YamlEditor</name>
    <message>
        <source>Text of the experiment</source>
        <translation>Text des Experiments</translation>
    </message>
    <message>
        <source>Fold all sections</source>
        <translation>Alle Abschnitte einklappen</translation>
    </message>
    <message>
        <source>Unfold all sections</source>
        <translation>Alle Abschnitte ausklappen</translation>
    </message>
</context>
<context>
    <name>trainyard::ProfileDialog</name>
    <message>
        <source>Save trace…</source>
        <translation>Spur speichern …</translation>
    </message>
    <message>
        <source>Profile in a new run</source>
        <translation>In einem neuen Lauf profilieren</translation>
    </message>
    <message>
        <source>Profile of %1</source>
        <translation>Profil von %1</translation>
    </message>
    <message>
        <source>Reading the profile…</source>
        <translation>Das Profil wird gelesen …</translation>
    </message>
    <message>
        <source>This run has no profile yet. It is written after its profiled steps, which are the ones after the first five.</source>
        <translation>Dieser Lauf hat noch kein Profil. Es wird nach den profilierten Schritten geschrieben, das sind die nach den ersten fünf.</translation>
    </message>
    <message>
        <source>This run has no profile.</source>
        <translation>Dieser Lauf hat kein Profil.</translation>
    </message>
    <message>
        <source>A training with logging.profile_steps records where the time of so many steps goes: the phases, the longest kernels, and what the GPU waited for.</source>
        <translation>Ein Training mit logging.profile_steps zeichnet auf, wohin die Zeit so vieler Schritte geht: die Phasen, die längsten Kernel und worauf die GPU wartete.</translation>
    </message>
    <message>
        <source>The trace is in %1. Open it in ui.perfetto.dev or in chrome://tracing; it stays in the browser.</source>
        <translation>Die Spur liegt in %1. Öffnen Sie sie in ui.perfetto.dev oder in chrome://tracing; sie bleibt im Browser.</translation>
    </message>
    <message>
        <source>The profile cannot be read: it is damaged, or from a newer version.</source>
        <translation>Das Profil ist nicht lesbar: Es ist beschädigt oder stammt von einer neueren Version.</translation>
    </message>
    <message>
        <source>%1, in attempt %2</source>
        <translation>%1, in Versuch %2</translation>
    </message>
    <message>
        <source>Save the trace</source>
        <translation>Spur speichern</translation>
    </message>
    <message>
        <source>Traces (*.json)</source>
        <translation>Spuren (*.json)</translation>
    </message>
    <message>
        <source>Fetching the trace…</source>
        <translation>Die Spur wird geholt …</translation>
    </message>
</context>
<context>
    <name>ProfileText</name>
    <message>
        <source>Steps %1 to %2 on %3, %4 each</source>
        <translation>Schritte %1 bis %2 auf %3, je %4</translation>
    </message>
    <message>
        <source>Reading data</source>
        <translation>Daten lesen</translation>
    </message>
    <message>
        <source>Forward pass</source>
        <translation>Vorwärtsdurchlauf</translation>
    </message>
    <message>
        <source>Backward pass</source>
        <translation>Rückwärtsdurchlauf</translation>
    </message>
    <message>
        <source>Communication of ranks</source>
        <translation>Austausch der Ränge</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Waiting for the GPU</source>
        <translation>Warten auf die GPU</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>Auswertung</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Anderes</translation>
    </message>
    <message>
        <source>Time a step</source>
        <translation>Zeit je Schritt</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Share of the GPU</source>
        <translation>Anteil der GPU</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Kernel or copy</source>
        <translation>Kernel oder Kopie</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>All others</source>
        <translation>Alle anderen</translation>
    </message>
    <message>
        <source>The computer waited in</source>
        <translation>Der Rechner wartete in</translation>
    </message>
    <message>
        <source>The GPU was idle for %1 of the time, in %2 gaps; the longest was %3. A step starts %4 kernels.</source>
        <translation>Die GPU hatte %1 der Zeit nichts zu tun, in %2 Lücken; die längste dauerte %3. Ein Schritt startet %4 Kernel.</translation>
    </message>
</context>
<context>
    <name>ConsentText</name>
    <message>
        <source>An agent</source>
        <translation>Ein Agent</translation>
    </message>
    <message>
        <source>%1 asks to submit a run</source>
        <translation>%1 möchte einen Lauf abschicken</translation>
    </message>
    <message>
        <source>%1 asks to submit %2 runs</source>
        <translation>%1 möchte %2 Läufe abschicken</translation>
    </message>
    <message>
        <source>%1 asks to resume a run</source>
        <translation>%1 möchte einen Lauf fortsetzen</translation>
    </message>
    <message>
        <source>%1 asks to resume %2 runs</source>
        <translation>%1 möchte %2 Läufe fortsetzen</translation>
    </message>
    <message>
        <source>%1 asks to cancel a run</source>
        <translation>%1 möchte einen Lauf abbrechen</translation>
    </message>
    <message>
        <source>%1 asks to cancel %2 runs</source>
        <translation>%1 möchte %2 Läufe abbrechen</translation>
    </message>
    <message>
        <source>An agent over MCP, since %1</source>
        <translation>Ein Agent über MCP, seit %1</translation>
    </message>
    <message>
        <source>An agent over MCP in %1, since %2</source>
        <translation>Ein Agent über MCP in %1, seit %2</translation>
    </message>
    <message>
        <source>%1 jobs</source>
        <translation>%1 Jobs</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>no bound</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>No run of this name is known.</source>
        <translation>Ein Lauf mit diesem Namen ist nicht bekannt.</translation>
    </message>
    <message>
        <source>Run %1 would go on as it is.</source>
        <translation>Der Lauf %1 ginge weiter, wie er ist.</translation>
    </message>
    <message>
        <source>Settings of run %1 that would change</source>
        <translation>Einstellungen des Laufs %1, die sich ändern würden</translation>
    </message>
    <message>
        <source>No setting differs from run %1.</source>
        <translation>Keine Einstellung ist anders als beim Lauf %1.</translation>
    </message>
    <message>
        <source>What differs from run %1, the last of this name</source>
        <translation>Was anders ist als beim Lauf %1, dem letzten mit diesem Namen</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>nicht gesetzt</translation>
    </message>
    <message>
        <source>This session has none: each submission asks.</source>
        <translation>Diese Sitzung hat keines: vor jedem Abschicken wird gefragt.</translation>
    </message>
    <message>
        <source>%1 of %2 GPU-hours spent</source>
        <translation>%1 von %2 GPU-Stunden verbraucht</translation>
    </message>
    <message>
        <source>%1 spent, %2 asked for, %3 left of %4 GPU-hours</source>
        <translation>%1 verbraucht, %2 erbeten, %3 bleiben von %4 GPU-Stunden</translation>
    </message>
    <message>
        <source>%1 of %2 jobs spent</source>
        <translation>%1 von %2 Jobs verbraucht</translation>
    </message>
    <message>
        <source>This takes GPUs for a time that has no bound, which no budget covers.</source>
        <translation>Das belegt GPUs für unbegrenzte Zeit, und dafür reicht kein Budget.</translation>
    </message>
    <message>
        <source>This is %1 GPU-hours more than is left of the session&apos;s budget.</source>
        <translation>Das sind %1 GPU-Stunden mehr, als vom Budget der Sitzung übrig ist.</translation>
    </message>
    <message>
        <source>This is %1 jobs more than are left of the session&apos;s budget.</source>
        <translation>Das sind %1 Jobs mehr, als vom Budget der Sitzung übrig sind.</translation>
    </message>
    <message>
        <source>These runs end. Anything else is asked again.</source>
        <translation>Diese Läufe enden. Alles andere wird neu gefragt.</translation>
    </message>
    <message>
        <source>This run as it stands here. Anything else is asked again.</source>
        <translation>Dieser Lauf, wie er hier steht. Alles andere wird neu gefragt.</translation>
    </message>
    <message>
        <source>These %1 runs as they stand here. Anything else is asked again.</source>
        <translation>Diese %1 Läufe, wie sie hier stehen. Alles andere wird neu gefragt.</translation>
    </message>
</context>
<context>
    <name>trainyard::ConsentRunsModel</name>
    <message>
        <source>In all</source>
        <translation>Insgesamt</translation>
    </message>
    <message>
        <source>All %1</source>
        <translation>Alle %1</translation>
    </message>
    <message>
        <source>1 job</source>
        <translation>1 Job</translation>
    </message>
    <message>
        <source>%1 jobs</source>
        <translation>%1 Jobs</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>Was anders ist</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Zeitgrenze</translation>
    </message>
    <message>
        <source>GPU-hours, at most</source>
        <translation>GPU-Stunden, höchstens</translation>
    </message>
</context>
<context>
    <name>trainyard::ConsentChoices</name>
    <message>
        <source>Allow once</source>
        <translation>Einmal erlauben</translation>
    </message>
    <message>
        <source>Allow for this session</source>
        <translation>Für diese Sitzung erlauben</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Nothing happens. What you write here is told to the agent.</source>
        <translation>Es geschieht nichts. Was Sie hier schreiben, erfährt der Agent.</translation>
    </message>
    <message>
        <source>e.g. two rates are enough, on the practice cluster first</source>
        <translation>z. B. zwei Raten genügen, zuerst auf dem Übungscluster</translation>
    </message>
    <message>
        <source>What the agent is told</source>
        <translation>Was der Agent erfährt</translation>
    </message>
    <message>
        <source>It may submit on %1 within %2 GPU-hours without asking; its runs have the tag agent.</source>
        <translation>Er darf auf %1 innerhalb von %2 GPU-Stunden abschicken, ohne zu fragen; seine Läufe haben das Schlagwort agent.</translation>
    </message>
</context>
<context>
    <name>trainyard::ConsentDialog</name>
    <message>
        <source>An agent asks for consent</source>
        <translation>Ein Agent bittet um Zustimmung</translation>
    </message>
    <message>
        <source>The agent does not say what for.</source>
        <translation>Der Agent sagt nicht, wofür.</translation>
    </message>
    <message>
        <source>The agent&apos;s own words</source>
        <translation>Die eigenen Worte des Agenten</translation>
    </message>
    <message>
        <source>The agent&apos;s own words; what is below was worked out by Trainyard.</source>
        <translation>Die eigenen Worte des Agenten; was darunter steht, hat Trainyard ermittelt.</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>And %1 more.</source>
        <translation>Und %1 weitere.</translation>
    </message>
    <message>
        <source>Changed settings</source>
        <translation>Geänderte Einstellungen</translation>
    </message>
    <message>
        <source>Budget of this session</source>
        <translation>Budget dieser Sitzung</translation>
    </message>
    <message>
        <source>In a terminal: yard consent %1</source>
        <translation>In einem Terminal: yard consent %1</translation>
    </message>
    <message>
        <source>Open as experiment</source>
        <translation>Als Experiment öffnen</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Allow once</source>
        <translation>Einmal erlauben</translation>
    </message>
    <message>
        <source>Allow for this session</source>
        <translation>Für diese Sitzung erlauben</translation>
    </message>
    <message>
        <source>then it is refused</source>
        <translation>dann ist es abgelehnt</translation>
    </message>
    <message>
        <source>Nobody answered in time: this was refused, and nothing was allowed.</source>
        <translation>Niemand hat rechtzeitig geantwortet: dies wurde abgelehnt, und nichts wurde erlaubt.</translation>
    </message>
    <message>
        <source>This was answered elsewhere meanwhile, or the agent has withdrawn it.</source>
        <translation>Dies wurde inzwischen anderswo beantwortet, oder der Agent hat es zurückgezogen.</translation>
    </message>
</context>
<context>
    <name>trainyard::BellButton</name>
    <message>
        <source>Nothing waits for you</source>
        <translation>Nichts wartet auf Sie</translation>
    </message>
    <message>
        <source>An agent waits for your consent</source>
        <translation>Ein Agent wartet auf Ihre Zustimmung</translation>
    </message>
    <message>
        <source>%1 requests wait for your consent</source>
        <translation>%1 Anfragen warten auf Ihre Zustimmung</translation>
    </message>
</context>
<context>
    <name>trainyard::ConsentNotices</name>
    <message>
        <source>%1 requests of agents wait for your consent.</source>
        <translation>%1 Anfragen von Agenten warten auf Ihre Zustimmung.</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Ansehen</translation>
    </message>
    <message>
        <source>Nothing waits for you</source>
        <translation>Nichts wartet auf Sie</translation>
    </message>
    <message>
        <source>%1 is told that you refuse.</source>
        <translation>%1 erfährt, dass Sie ablehnen.</translation>
    </message>
    <message>
        <source>%1 may go on within its budget.</source>
        <translation>%1 darf innerhalb des Budgets weitermachen.</translation>
    </message>
    <message>
        <source>%1 may do this once.</source>
        <translation>%1 darf dies einmal.</translation>
    </message>
</context>
<context>
    <name>trainyard::InstallationCard</name>
    <message>
        <source>What this installation can train here</source>
        <translation>Was diese Installation hier trainieren kann</translation>
    </message>
    <message>
        <source>Programs of your own</source>
        <translation>Eigene Programme</translation>
    </message>
    <message>
        <source>No Python in PATH; job scripts and other programs run.</source>
        <translation>Kein Python im PATH; Jobskripte und andere Programme laufen.</translation>
    </message>
    <message>
        <source>Python %1 (%2)</source>
        <translation>Python %1 (%2)</translation>
    </message>
    <message>
        <source>%1, without torch</source>
        <translation>%1, ohne torch</translation>
    </message>
    <message>
        <source>%1, with torch %2</source>
        <translation>%1, mit torch %2</translation>
    </message>
    <message>
        <source>1 core</source>
        <translation>1 Kern</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 Kernen</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>The engine, on %1</source>
        <translation>Die Engine, auf %1</translation>
    </message>
    <message>
        <source>Trains what the presets describe, without Python.</source>
        <translation>Trainiert, was die Vorlagen beschreiben, ohne Python.</translation>
    </message>
    <message>
        <source>The engine is not installed</source>
        <translation>Die Engine ist nicht installiert</translation>
    </message>
    <message>
        <source>Programs of your own run here; clusters need none of it.</source>
        <translation>Eigene Programme laufen hier; Cluster brauchen davon nichts.</translation>
    </message>
    <message>
        <source>The engine needs torch</source>
        <translation>Die Engine braucht torch</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copied; run it in a terminal, then start Trainyard again.</source>
        <translation>Kopiert; führen Sie es in einem Terminal aus und starten Sie Trainyard dann neu.</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>The engine trains on it.</source>
        <translation>Die Engine trainiert darauf.</translation>
    </message>
    <message>
        <source>For programs with a torch of their own; the engine here uses processors only.</source>
        <translation>Für Programme mit eigenem torch; die Engine hier nutzt nur Prozessoren.</translation>
    </message>
    <message>
        <source>For programs with a torch of their own.</source>
        <translation>Für Programme mit eigenem torch.</translation>
    </message>
    <message>
        <source>Anything larger: a cluster</source>
        <translation>Alles Größere: ein Cluster</translation>
    </message>
    <message>
        <source>Any host that you reach with ssh, without root</source>
        <translation>Jeder Rechner, den Sie mit ssh erreichen, ohne root</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
</context>
<context>
    <name>trainyard::FourThings</name>
    <message>
        <source>Four things to know</source>
        <translation>Vier Dinge, die gut zu wissen sind</translation>
    </message>
    <message>
        <source>point at one, and its place lights up</source>
        <translation>zeigen Sie auf eines, und sein Ort leuchtet auf</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Überspringen</translation>
    </message>
    <message>
        <source>Find anything</source>
        <translation>Alles finden</translation>
    </message>
    <message>
        <source>Runs, settings by the words you use, commands, help.</source>
        <translation>Läufe, Einstellungen mit Ihren Worten, Befehle, Hilfe.</translation>
    </message>
    <message>
        <source>Your clusters</source>
        <translation>Ihre Cluster</translation>
    </message>
    <message>
        <source>One login serves all runs. Nothing is installed by root.</source>
        <translation>Eine Anmeldung gilt für alle Läufe. Nichts wird von root installiert.</translation>
    </message>
    <message>
        <source>Drop what you have</source>
        <translation>Ablegen, was Sie haben</translation>
    </message>
    <message>
        <source>A job script, a .py, a YAML: it is checked before it is sent.</source>
        <translation>Ein Jobskript, eine .py, ein YAML: es wird geprüft, bevor es gesendet wird.</translation>
    </message>
    <message>
        <source>Ask where you are</source>
        <translation>Fragen, wo Sie sind</translation>
    </message>
    <message>
        <source>Help for the field, page or message at hand.</source>
        <translation>Hilfe zu dem Feld, der Seite oder der Meldung vor Ihnen.</translation>
    </message>
</context>
<context>
    <name>trainyard::WhatYouHave</name>
    <message>
        <source>What do you have?</source>
        <translation>Was haben Sie?</translation>
    </message>
    <message>
        <source>or drop a file anywhere in the window</source>
        <translation>oder legen Sie eine Datei irgendwo im Fenster ab</translation>
    </message>
    <message>
        <source>My job script</source>
        <translation>Mein Jobskript</translation>
    </message>
    <message>
        <source>sent as it is, with curves</source>
        <translation>unverändert, mit Kurven</translation>
    </message>
    <message>
        <source>My Trainer or TRL script</source>
        <translation>Mein Trainer- oder TRL-Skript</translation>
    </message>
    <message>
        <source>unchanged, on any node</source>
        <translation>unverändert, auf jedem Knoten</translation>
    </message>
    <message>
        <source>A DeepSpeed JSON</source>
        <translation>Ein DeepSpeed-JSON</translation>
    </message>
    <message>
        <source>read into settings</source>
        <translation>wird zu Einstellungen</translation>
    </message>
    <message>
        <source>Only data</source>
        <translation>Nur Daten</translation>
    </message>
    <message>
        <source>text, chats, tables, labels</source>
        <translation>Text, Chats, Tabellen, Labels</translation>
    </message>
    <message>
        <source>A question</source>
        <translation>Eine Frage</translation>
    </message>
    <message>
        <source>which of three learning rates</source>
        <translation>welche von drei Lernraten</translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <translation>Noch nichts</translation>
    </message>
    <message>
        <source>a first curve in half a minute</source>
        <translation>eine erste Kurve in einer halben Minute</translation>
    </message>
</context>
<context>
    <name>trainyard::YamlView</name>
    <message>
        <source>%1 lines</source>
        <translation>%1 Zeilen</translation>
    </message>
</context>
<context>
    <name>trainyard::StudiesPage</name>
    <message>
        <source>Studies</source>
        <translation>Studien</translation>
    </message>
</context>
<context>
    <name>trainyard::LeaderText</name>
    <message numerus="yes">
        <source>%n more seeds of each%1 would most likely tell.</source>
        <translation>
            <numerusform>%n weitere Startwerte von jedem%1 würden es sehr wahrscheinlich zeigen.</numerusform>
            <numerusform>%n weitere Startwerte von jedem%1 würden es sehr wahrscheinlich zeigen.</numerusform>
        </translation>
    </message>
    <message>
        <source>One more seed of each%1 would most likely tell.</source>
        <translation>Ein weiterer Startwert von jedem%1 würde es sehr wahrscheinlich zeigen.</translation>
    </message>
    <message>
        <source> (about %1 in all)</source>
        <translation> (zusammen etwa %1)</translation>
    </message>
    <message>
        <source>Even a hundred seeds of each would hardly show a difference.</source>
        <translation>Selbst hundert Startwerte von jedem würden kaum einen Unterschied zeigen.</translation>
    </message>
    <message>
        <source>%1 and %2 cannot be told apart by %3: each curve strays as much by itself.</source>
        <translation>%1 und %2 sind an %3 nicht zu unterscheiden: Jede Kurve schwankt schon für sich so stark.</translation>
    </message>
    <message>
        <source>%1 and %2 cannot be told apart by %3: other seeds make as much of a difference.</source>
        <translation>%1 und %2 sind an %3 nicht zu unterscheiden: Andere Startwerte machen ebenso viel aus.</translation>
    </message>
    <message numerus="yes">
        <source>Best is %1 with %2 %3, the mean of %n seeds, by more than other seeds make a difference.</source>
        <translation>
            <numerusform>Am besten ist %1 mit %2 %3, dem Mittel von %n Startwerten, um mehr, als andere Startwerte ausmachen.</numerusform>
            <numerusform>Am besten ist %1 mit %2 %3, dem Mittel von %n Startwerten, um mehr, als andere Startwerte ausmachen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Best is %1 with %2 %3, by more than other seeds make a difference.</source>
        <translation>Am besten ist %1 mit %2 %3, um mehr, als andere Startwerte ausmachen.</translation>
    </message>
    <message>
        <source>Their curves are too short to tell this from noise.</source>
        <translation>Ihre Kurven sind zu kurz, um das von Rauschen zu unterscheiden.</translation>
    </message>
</context>
<context>
    <name>trainyard::CurveExpression</name>
    <message>
        <source>Name a metric, or an expression.</source>
        <translation>Nennen Sie eine Metrik oder einen Ausdruck.</translation>
    </message>
    <message numerus="yes">
        <source>The expression is longer than %n characters.</source>
        <translation>
            <numerusform>Der Ausdruck ist länger als %n Zeichen.</numerusform>
            <numerusform>Der Ausdruck ist länger als %n Zeichen.</numerusform>
        </translation>
    </message>
    <message>
        <source>The expression names no metric.</source>
        <translation>Der Ausdruck nennt keine Metrik.</translation>
    </message>
    <message>
        <source>The expression ends too early.</source>
        <translation>Der Ausdruck endet zu früh.</translation>
    </message>
    <message>
        <source>A backquote is missing at the end of the name.</source>
        <translation>Am Ende des Namens fehlt ein Gravis (`).</translation>
    </message>
    <message>
        <source>“%1” does not fit here.</source>
        <translation>„%1“ passt hier nicht.</translation>
    </message>
    <message>
        <source>The expression has too many parentheses.</source>
        <translation>Der Ausdruck hat zu viele Klammern.</translation>
    </message>
    <message>
        <source>The expression has too many operations.</source>
        <translation>Der Ausdruck hat zu viele Rechenschritte.</translation>
    </message>
    <message>
        <source>It is used as %1.</source>
        <translation>Man schreibt es als %1.</translation>
    </message>
    <message>
        <source>No run that is shown has “%1”.</source>
        <translation>Kein gezeigter Lauf hat „%1“.</translation>
    </message>
    <message>
        <source>There is no function “%1”.</source>
        <translation>Es gibt keine Funktion „%1“.</translation>
    </message>
    <message>
        <source>Is “%1” meant?</source>
        <translation>Ist „%1“ gemeint?</translation>
    </message>
</context>
<context>
    <name>trainyard::ExpressionEdit</name>
    <message>
        <source>Leave it out</source>
        <translation>Weglassen</translation>
    </message>
    <message>
        <source>Metrics by their names, numbers, + - * / ^, step, tokens, time, epoch, and: %1</source>
        <translation>Metriken mit ihrem Namen, Zahlen, + - * / ^, step, tokens, time, epoch und: %1</translation>
    </message>
</context>
<context>
    <name>trainyard::PanelEditor</name>
    <message>
        <source>Metric or expression %1</source>
        <translation>Metrik oder Ausdruck %1</translation>
    </message>
    <message>
        <source>Panel</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Close the editor of the panel</source>
        <translation>Die Bearbeitung des Diagramms schließen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Metrics and expressions</source>
        <translation>Metriken und Ausdrücke</translation>
    </message>
    <message>
        <source>x</source>
        <translation>x</translation>
    </message>
    <message>
        <source>x scale</source>
        <translation>Skala von x</translation>
    </message>
    <message>
        <source>x from, to</source>
        <translation>x von, bis</translation>
    </message>
    <message>
        <source>y scale</source>
        <translation>Skala von y</translation>
    </message>
    <message>
        <source>y from, to</source>
        <translation>y von, bis</translation>
    </message>
    <message>
        <source>Band around means</source>
        <translation>Band um Mittelwerte</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>Abschnitt</translation>
    </message>
    <message>
        <source>Name of the panel</source>
        <translation>Name des Diagramms</translation>
    </message>
    <message>
        <source>As what it shows</source>
        <translation>Wie das Gezeigte</translation>
    </message>
    <message>
        <source>Section of the panel</source>
        <translation>Abschnitt des Diagramms</translation>
    </message>
    <message>
        <source>First section</source>
        <translation>Erster Abschnitt</translation>
    </message>
    <message>
        <source>Horizontal axis</source>
        <translation>Waagerechte Achse</translation>
    </message>
    <message>
        <source>As the page</source>
        <translation>Wie die Seite</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>Linear</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>Scale of the horizontal axis</source>
        <translation>Skala der waagerechten Achse</translation>
    </message>
    <message>
        <source>Scale of the vertical axis</source>
        <translation>Skala der senkrechten Achse</translation>
    </message>
    <message>
        <source>x from</source>
        <translation>x von</translation>
    </message>
    <message>
        <source>x to</source>
        <translation>x bis</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alles</translation>
    </message>
    <message>
        <source>y from</source>
        <translation>y von</translation>
    </message>
    <message>
        <source>y to</source>
        <translation>y bis</translation>
    </message>
    <message>
        <source>Min, max</source>
        <translation>Min, Max</translation>
    </message>
    <message>
        <source>Std</source>
        <translation>Std</translation>
    </message>
    <message>
        <source>Std error</source>
        <translation>Stdfehler</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keines</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Ganz</translation>
    </message>
    <message>
        <source>Width of the panel</source>
        <translation>Breite des Diagramms</translation>
    </message>
    <message>
        <source>S</source>
        <translation>S</translation>
    </message>
    <message>
        <source>M</source>
        <translation>M</translation>
    </message>
    <message>
        <source>L</source>
        <translation>L</translation>
    </message>
    <message>
        <source>Height of the panel</source>
        <translation>Höhe des Diagramms</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>Davor</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Danach</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Value of each run</source>
        <translation>Wert jedes Laufs</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Linien</translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>Balken</translation>
    </message>
    <message>
        <source>Scatter</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>Kind of the panel</source>
        <translation>Art des Diagramms</translation>
    </message>
</context>
<context>
    <name>trainyard::RankStrip</name>
    <message>
        <source>Places of the runs by %1</source>
        <translation>Plätze der Läufe nach %1</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>Schritt %1: %2</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
</context>
<context>
    <name>trainyard::WhyCard</name>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>The change before (Shift+F8)</source>
        <translation>Die vorige Änderung (Umschalt+F8)</translation>
    </message>
    <message>
        <source>The change before</source>
        <translation>Die vorige Änderung</translation>
    </message>
    <message>
        <source>The next change (F8)</source>
        <translation>Die nächste Änderung (F8)</translation>
    </message>
    <message>
        <source>The next change</source>
        <translation>Die nächste Änderung</translation>
    </message>
</context>
<context>
    <name>trainyard::WhyText</name>
    <message>
        <source>all runs</source>
        <translation>alle Läufe</translation>
    </message>
    <message>
        <source>Step %1: end of the warm-up, %2</source>
        <translation>Schritt %1: Ende des Warm-ups, %2</translation>
    </message>
    <message>
        <source>Step %1: resumed, %2</source>
        <translation>Schritt %1: fortgesetzt, %2</translation>
    </message>
    <message>
        <source>Step %1: %2 of %3 was %4, that of the others at most %5</source>
        <translation>Schritt %1: %2 von %3 war %4, bei den anderen höchstens %5</translation>
    </message>
    <message>
        <source>%1 led all the time.</source>
        <translation>%1 führte die ganze Zeit.</translation>
    </message>
    <message>
        <source>%1 has led since step %2.</source>
        <translation>%1 führt seit Schritt %2.</translation>
    </message>
    <message>
        <source>%1 led until step %2.</source>
        <translation>%1 führte bis Schritt %2.</translation>
    </message>
    <message>
        <source>%1 led from step %2 to %3.</source>
        <translation>%1 führte von Schritt %2 bis %3.</translation>
    </message>
</context>
<context>
    <name>trainyard::OfferBar</name>
    <message>
        <source>As it is: %1</source>
        <translation>Wie es ist: %1</translation>
    </message>
    <message>
        <source>can start %1</source>
        <translation>kann starten: %1</translation>
    </message>
    <message>
        <source>its start is not known</source>
        <translation>der Start ist nicht bekannt</translation>
    </message>
    <message>
        <source>Like this: asking the scheduler…</source>
        <translation>So: der Scheduler wird gefragt…</translation>
    </message>
    <message>
        <source>Like this: %1</source>
        <translation>So: %1</translation>
    </message>
    <message>
        <source>the scheduler does not say when it would start</source>
        <translation>der Scheduler sagt nicht, wann er starten würde</translation>
    </message>
    <message>
        <source>starts at once</source>
        <translation>startet sofort</translation>
    </message>
    <message>
        <source>starts %1</source>
        <translation>startet %1</translation>
    </message>
    <message>
        <source>%1 sooner</source>
        <translation>%1 früher</translation>
    </message>
    <message>
        <source>at most %1 GPU-hours</source>
        <translation>höchstens %1 GPU-Stunden</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>Zeitlimit</translation>
    </message>
    <message>
        <source>GPUs a node</source>
        <translation>GPUs je Knoten</translation>
    </message>
    <message>
        <source>Partition</source>
        <translation>Partition</translation>
    </message>
    <message>
        <source>As it was</source>
        <translation>Wie zuvor</translation>
    </message>
    <message>
        <source>Submitting…</source>
        <translation>Wird abgeschickt…</translation>
    </message>
    <message>
        <source>Submit like this</source>
        <translation>So abschicken</translation>
    </message>
    <message>
        <source>Submits the experiment of this run as its file is now, with these changes, and then cancels the waiting job</source>
        <translation>Schickt das Experiment dieses Laufs ab, wie seine Datei jetzt ist, mit diesen Änderungen, und bricht dann den wartenden Job ab</translation>
    </message>
</context>
<context>
    <name>trainyard::SizingCard</name>
    <message>
        <source>none of %1 GPUs</source>
        <translation>keine von %1 GPUs</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs (busy %3 %, %4 of %5 GiB)</source>
        <translation>%1 von %2 GPUs (zu %3 % ausgelastet, %4 von %5 GiB)</translation>
    </message>
    <message>
        <source>%1 of %2 GiB of memory</source>
        <translation>%1 von %2 GiB Arbeitsspeicher</translation>
    </message>
    <message>
        <source>%1 GiB of memory</source>
        <translation>%1 GiB Arbeitsspeicher</translation>
    </message>
    <message>
        <source>%1 of %2 cores of a process</source>
        <translation>%1 von %2 Kernen je Prozess</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>1 core</source>
        <translation>1 Kern</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 Kerne</translation>
    </message>
    <message>
        <source>It used %1.</source>
        <translation>Genutzt wurden %1.</translation>
    </message>
    <message>
        <source>It used %1; %2 would be enough.</source>
        <translation>Genutzt wurden %1; es würden %2 genügen.</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>Ressourcen</translation>
    </message>
    <message>
        <source>Apply to the experiment</source>
        <translation>Im Experiment übernehmen</translation>
    </message>
</context>
<context>
    <name>CheckpointContent</name>
    <message>
        <source>adapter</source>
        <translation>Adapter</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>schedule, place in the data, random states</source>
        <translation>Verlauf der Lernrate, Stelle in den Daten, Zufallszustände</translation>
    </message>
    <message>
        <source>tokenizer</source>
        <translation>Tokenizer</translation>
    </message>
    <message>
        <source>Missing: %1. A resume passes this checkpoint over.</source>
        <translation>Es fehlt: %1. Beim Fortsetzen wird dieser Sicherungspunkt übergangen.</translation>
    </message>
    <message>
        <source>Not of the size that was written: %1. A resume passes this checkpoint over.</source>
        <translation>Nicht so groß, wie geschrieben wurde: %1. Beim Fortsetzen wird dieser Sicherungspunkt übergangen.</translation>
    </message>
    <message>
        <source>It has no manifest.json, which is written last: only its program knows whether it is complete.</source>
        <translation>Er hat keine manifest.json, die zuletzt geschrieben wird: Nur sein Programm weiß, ob er vollständig ist.</translation>
    </message>
    <message>
        <source>Each of its files (%1) has the size that was written; checksums are compared at a resume.</source>
        <translation>Jede seiner Dateien (%1) ist so groß, wie geschrieben wurde; Prüfsummen werden beim Fortsetzen verglichen.</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointDetail</name>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Being written</source>
        <translation>Wird geschrieben</translation>
    </message>
    <message>
        <source>Incomplete</source>
        <translation>Unvollständig</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>Vollständig</translation>
    </message>
    <message>
        <source>Choose a checkpoint in the curve or in the table.</source>
        <translation>Wählen Sie einen Sicherungspunkt in der Kurve oder in der Tabelle.</translation>
    </message>
    <message>
        <source>Step %1, best</source>
        <translation>Schritt %1, bester</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>It was removed; its evaluation stays in the curve.</source>
        <translation>Er wurde gelöscht; seine Auswertung bleibt in der Kurve.</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>Gespeichert %1</translation>
    </message>
    <message>
        <source>Holds %1</source>
        <translation>Enthält %1</translation>
    </message>
    <message>
        <source>Written in %1 s, of which training stood still %2 s</source>
        <translation>In %1 s geschrieben; davon stand das Training %2 s still</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointExport</name>
    <message>
        <source>Export as</source>
        <translation>Exportieren als</translation>
    </message>
    <message>
        <source>Model folder</source>
        <translation>Modellordner</translation>
    </message>
    <message>
        <source>As it is</source>
        <translation>Wie er ist</translation>
    </message>
    <message>
        <source>Folder of this computer</source>
        <translation>Ordner dieses Rechners</translation>
    </message>
    <message>
        <source>Choose the folder in which it is made</source>
        <translation>Wählen Sie den Ordner, in dem er angelegt wird</translation>
    </message>
    <message>
        <source>Choose folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>weights, tokenizer, configuration</source>
        <translation>Gewichte, Tokenizer, Konfiguration</translation>
    </message>
    <message>
        <source>with the state of training, to resume elsewhere</source>
        <translation>mit dem Stand des Trainings, um anderswo fortzusetzen</translation>
    </message>
    <message>
        <source>What it consists of is not known yet.</source>
        <translation>Woraus er besteht, ist noch nicht bekannt.</translation>
    </message>
    <message>
        <source>It has no files of a model.</source>
        <translation>Er hat keine Dateien eines Modells.</translation>
    </message>
    <message>
        <source>The folder must be absolute, beginning with /.</source>
        <translation>Der Ordner muss absolut sein und mit / beginnen.</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointFileTable</name>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointHead</name>
    <message>
        <source>The background service is not connected; this is available again once it is.</source>
        <translation>Der Hintergrunddienst ist nicht verbunden; das geht wieder, sobald er es ist.</translation>
    </message>
    <message>
        <source>Choose a checkpoint first.</source>
        <translation>Wählen Sie zuerst einen Sicherungspunkt.</translation>
    </message>
    <message>
        <source>A checkpoint is being copied; wait until it is there.</source>
        <translation>Ein Sicherungspunkt wird kopiert; warten Sie, bis er da ist.</translation>
    </message>
    <message>
        <source>Step %1 is not complete.</source>
        <translation>Schritt %1 ist nicht vollständig.</translation>
    </message>
    <message>
        <source>Choose one checkpoint first.</source>
        <translation>Wählen Sie zuerst einen einzelnen Sicherungspunkt.</translation>
    </message>
    <message>
        <source>The run has not ended; it goes on by itself.</source>
        <translation>Der Lauf ist nicht beendet; er läuft von selbst weiter.</translation>
    </message>
    <message>
        <source>The run is complete; there is nothing to resume.</source>
        <translation>Der Lauf ist vollständig; es gibt nichts fortzusetzen.</translation>
    </message>
    <message>
        <source>Step %1 is not complete; a resume passes it over.</source>
        <translation>Schritt %1 ist nicht vollständig; beim Fortsetzen wird er übergangen.</translation>
    </message>
    <message>
        <source>A run resumes from its newest checkpoint, step %1. Remove the newer ones to resume from this one.</source>
        <translation>Ein Lauf wird von seinem neuesten Sicherungspunkt aus fortgesetzt, Schritt %1. Löschen Sie die neueren, um von diesem aus fortzusetzen.</translation>
    </message>
    <message>
        <source>%1 is out of reach; nothing can be removed there now.</source>
        <translation>%1 ist nicht erreichbar; dort kann jetzt nichts gelöscht werden.</translation>
    </message>
    <message>
        <source>Checkpoints are being removed.</source>
        <translation>Sicherungspunkte werden gelöscht.</translation>
    </message>
    <message>
        <source>%1 does not lie in the run&apos;s own folder of checkpoints.</source>
        <translation>%1 liegt nicht im Sicherungspunkt-Ordner des Laufs selbst.</translation>
    </message>
    <message>
        <source>The run goes on: it would resume from step %1, or take its result from it.</source>
        <translation>Der Lauf läuft noch: Er würde von Schritt %1 aus fortgesetzt oder sein Ergebnis daraus nehmen.</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Sicherungspunkte</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Fetch…</source>
        <translation>Holen …</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>%1 of %2 kept</source>
        <translation>%1 von %2 behalten</translation>
    </message>
    <message>
        <source>Resume from %1</source>
        <translation>Von %1 fortsetzen</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Continue from here, as a new attempt of the same run (Ctrl+Return)</source>
        <translation>Von hier aus weiter, als neuer Versuch desselben Laufs (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>Copy it or its model to a folder of this computer (Ctrl+Shift+E)</source>
        <translation>Ihn oder sein Modell in einen Ordner dieses Rechners kopieren (Strg+Umschalt+E)</translation>
    </message>
    <message>
        <source>Copy the chosen checkpoints as they are to a folder of this computer</source>
        <translation>Die gewählten Sicherungspunkte, wie sie sind, in einen Ordner dieses Rechners kopieren</translation>
    </message>
    <message>
        <source>Delete the chosen checkpoints for good; asks here first</source>
        <translation>Die gewählten Sicherungspunkte endgültig löschen; fragt hier zuerst</translation>
    </message>
    <message>
        <source>Step %1 of %2 will be deleted for good.</source>
        <translation>Schritt %1 von %2 wird endgültig gelöscht.</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 löschen</translation>
    </message>
    <message>
        <source>Fetch into</source>
        <translation>Holen nach</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointParts</name>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>The rest</source>
        <translation>Der Rest</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointPlot</name>
    <message>
        <source>step %1, best</source>
        <translation>Schritt %1, bester</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>Where checkpoints are</source>
        <translation>Wo Sicherungspunkte sind</translation>
    </message>
    <message>
        <source>%1 where checkpoints are</source>
        <translation>%1, wo Sicherungspunkte sind</translation>
    </message>
    <message>
        <source>Evaluations: %1, of which %2 have a checkpoint</source>
        <translation>Auswertungen: %1, davon mit Sicherungspunkt: %2</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointSample</name>
    <message>
        <source>What it writes</source>
        <translation>Was es schreibt</translation>
    </message>
    <message>
        <source>All samples</source>
        <translation>Alle Proben</translation>
    </message>
    <message>
        <source>%1, at step %2</source>
        <translation>%1, bei Schritt %2</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointTable</name>
    <message>
        <source>last</source>
        <translation>letzter</translation>
    </message>
    <message>
        <source>last %1</source>
        <translation>letzte %1</translation>
    </message>
    <message>
        <source>best</source>
        <translation>bester</translation>
    </message>
    <message>
        <source>resumed</source>
        <translation>fortgesetzt</translation>
    </message>
    <message>
        <source>resumed from</source>
        <translation>hier fortgesetzt</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Reported</source>
        <translation>Gemeldet</translation>
    </message>
    <message>
        <source>being written</source>
        <translation>wird geschrieben</translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>unvollständig</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>Gelöscht</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Kept because</source>
        <translation>Behalten als</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointsPage</name>
    <message>
        <source>Copied to %1</source>
        <translation>Kopiert nach %1</translation>
    </message>
    <message>
        <source>Checkpoints removed: %1.</source>
        <translation>Gelöschte Sicherungspunkte: %1.</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Sicherungspunkte</translation>
    </message>
    <message>
        <source>Ask there</source>
        <translation>Dort fragen</translation>
    </message>
    <message>
        <source>%1 is being asked what is there.</source>
        <translation>%1 wird gefragt, was dort ist.</translation>
    </message>
    <message>
        <source>%1 is out of reach: what the run reported is shown, without knowing what is still there.</source>
        <translation>%1 ist nicht erreichbar: Gezeigt wird, was der Lauf gemeldet hat; was noch da ist, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>Removed by checkpoint.keep_last or by hand: %1; their evaluations stay in the curve.</source>
        <translation>Durch checkpoint.keep_last oder von Hand gelöscht: %1; ihre Auswertungen bleiben in der Kurve.</translation>
    </message>
    <message>
        <source>All that the run reported are there.</source>
        <translation>Alle, die der Lauf gemeldet hat, sind da.</translation>
    </message>
    <message>
        <source>This run ended before it saved a checkpoint.</source>
        <translation>Dieser Lauf endete, bevor er einen Sicherungspunkt speicherte.</translation>
    </message>
    <message>
        <source>No checkpoint yet; the first comes at step %1.</source>
        <translation>Noch kein Sicherungspunkt; der erste kommt bei Schritt %1.</translation>
    </message>
    <message>
        <source>No checkpoint yet. Those that the run reports are shown here with their evaluations.</source>
        <translation>Noch kein Sicherungspunkt. Die der Lauf meldet, werden hier mit ihren Auswertungen gezeigt.</translation>
    </message>
</context>
<context>
    <name>DeviceText</name>
    <message>
        <source>Utilisation</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Processors</source>
        <translation>Prozessoren</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>%1 on %2: not measured</source>
        <translation>%1 auf %2: nicht gemessen</translation>
    </message>
    <message>
        <source>%1 on %2: %3</source>
        <translation>%1 auf %2: %3</translation>
    </message>
    <message>
        <source>%1, all GPUs (%2) idle for %3</source>
        <translation>%1, alle GPUs (%2) untätig für %3</translation>
    </message>
    <message>
        <source>%1, nothing was measured</source>
        <translation>%1, nichts wurde gemessen</translation>
    </message>
    <message>
        <source>%1, idle GPUs: %2 of %3, on average %4</source>
        <translation>%1, untätige GPUs: %2 von %3, im Mittel %4</translation>
    </message>
    <message>
        <source>%1, on average %2</source>
        <translation>%1, im Mittel %2</translation>
    </message>
    <message>
        <source>%1 of %2 GPU-hours idle</source>
        <translation>%1 von %2 GPU-Stunden untätig</translation>
    </message>
    <message>
        <source>on average %1</source>
        <translation>im Mittel %1</translation>
    </message>
</context>
<context>
    <name>trainyard::DevicesPage</name>
    <message>
        <source>What is shown</source>
        <translation>Was gezeigt wird</translation>
    </message>
    <message>
        <source>Previous idle time</source>
        <translation>Vorige untätige Zeit</translation>
    </message>
    <message>
        <source>To the idle time before</source>
        <translation>Zur untätigen Zeit davor</translation>
    </message>
    <message>
        <source>Next idle time</source>
        <translation>Nächste untätige Zeit</translation>
    </message>
    <message>
        <source>To the next time in which GPUs were idle</source>
        <translation>Zur nächsten Zeit, in der GPUs untätig waren</translation>
    </message>
    <message>
        <source>All of it</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Show the whole time (0)</source>
        <translation>Die ganze Zeit zeigen (0)</translation>
    </message>
    <message>
        <source>Profile…</source>
        <translation>Profil …</translation>
    </message>
    <message>
        <source>Where the time of a step goes</source>
        <translation>Wohin die Zeit eines Schritts geht</translation>
    </message>
    <message>
        <source>CPU, memory and GPU use appear here every 5 seconds while the run is active.</source>
        <translation>Prozessor, Speicher und GPUs erscheinen hier alle 5 Sekunden, solange der Lauf aktiv ist.</translation>
    </message>
    <message>
        <source>Nothing was measured while this run was active.</source>
        <translation>Solange dieser Lauf aktiv war, wurde nichts gemessen.</translation>
    </message>
    <message>
        <source>Click at a moment to see it; drag to zoom.</source>
        <translation>Ein Klick zeigt einen Moment; Ziehen vergrößert.</translation>
    </message>
</context>
<context>
    <name>trainyard::LanesView</name>
    <message>
        <source>Devices over time</source>
        <translation>Geräte im Lauf der Zeit</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>hottest</source>
        <translation>heißeste</translation>
    </message>
    <message>
        <source>power</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>d MMM</source>
        <translation>d. MMM</translation>
    </message>
</context>
<context>
    <name>trainyard::LogAround</name>
    <message>
        <source>Open in Logs</source>
        <translation>In Logs öffnen</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Log around %1</source>
        <translation>Log um %1</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>A click in the lanes shows here what all ranks printed then.</source>
        <translation>Ein Klick in die Bahnen zeigt hier, was alle Ränge dann ausgaben.</translation>
    </message>
    <message>
        <source>all ranks, follows the line above</source>
        <translation>alle Ränge, folgt der Linie oben</translation>
    </message>
    <message>
        <source>It is being looked for.</source>
        <translation>Sie wird gesucht.</translation>
    </message>
</context>
<context>
    <name>trainyard::LogMoment</name>
    <message>
        <source>The output of this attempt has no times.</source>
        <translation>Die Ausgabe dieses Versuchs hat keine Zeiten.</translation>
    </message>
    <message>
        <source>Nothing was printed in that hour.</source>
        <translation>In dieser Stunde wurde nichts ausgegeben.</translation>
    </message>
</context>
<context>
    <name>trainyard::PathBar</name>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>A folder or file; what does not begin with / is in your home</source>
        <translation>Ein Ordner oder eine Datei; was nicht mit / beginnt, liegt in Ihrem Home</translation>
    </message>
    <message>
        <source>Type a path (Ctrl+L)</source>
        <translation>Einen Pfad eingeben (Strg+L)</translation>
    </message>
</context>
<context>
    <name>TensorPreview</name>
    <message>
        <source>A safetensors file whose header cannot be read</source>
        <translation>Eine safetensors-Datei, deren Kopf nicht gelesen werden kann</translation>
    </message>
    <message>
        <source>A safetensors file; its header of %1 is not read for a preview</source>
        <translation>Eine safetensors-Datei; ihr Kopf von %1 wird für eine Vorschau nicht gelesen</translation>
    </message>
    <message>
        <source>Tensors: %L1, %2</source>
        <translation>Tensoren: %L1, %2</translation>
    </message>
    <message>
        <source>The file is shorter than its header says.</source>
        <translation>Die Datei ist kürzer, als ihr Kopf sagt.</translation>
    </message>
    <message>
        <source>… and %L1 more</source>
        <translation>… und %L1 weitere</translation>
    </message>
</context>
<context>
    <name>trainyard::NightChart</name>
    <message>
        <source>Runs of tonight</source>
        <translation>Läufe dieser Nacht</translation>
    </message>
    <message>
        <source>Runs of last night</source>
        <translation>Läufe der letzten Nacht</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>it started %1 (said: %2)</source>
        <translation>Start %1 (vorhergesagt: %2)</translation>
    </message>
    <message>
        <source>it ended %1 (said: %2)</source>
        <translation>Ende %1 (vorhergesagt: %2)</translation>
    </message>
    <message>
        <source>it has run since %1</source>
        <translation>läuft seit %1</translation>
    </message>
    <message>
        <source>it starts %1</source>
        <translation>startet %1</translation>
    </message>
    <message>
        <source>its time limit ends it %1</source>
        <translation>sein Zeitlimit beendet ihn %1</translation>
    </message>
    <message>
        <source>it ends %1</source>
        <translation>endet %1</translation>
    </message>
    <message>
        <source>at the latest about %1</source>
        <translation>spätestens etwa %1</translation>
    </message>
    <message>
        <source>its start is not known</source>
        <translation>der Start ist nicht bekannt</translation>
    </message>
    <message>
        <source>its end is not known</source>
        <translation>das Ende ist nicht bekannt</translation>
    </message>
</context>
<context>
    <name>trainyard::NightCard</name>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Hide this card until the next evening</source>
        <translation>Diese Karte bis zum nächsten Abend ausblenden</translation>
    </message>
    <message>
        <source>Tonight</source>
        <translation>Heute Nacht</translation>
    </message>
    <message>
        <source>Last night</source>
        <translation>Letzte Nacht</translation>
    </message>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>the first that waits starts %1</source>
        <translation>der erste wartende startet %1</translation>
    </message>
    <message>
        <source>the last ends %1</source>
        <translation>der letzte endet %1</translation>
    </message>
    <message>
        <source>%1 GPU-hours</source>
        <translation>%1 GPU-Stunden</translation>
    </message>
    <message numerus="yes">
        <source>Its time limit ends %n before it is done: %1.</source>
        <translation>
            <numerusform>%n wird vor seinem Ende vom Zeitlimit beendet: %1.</numerusform>
            <numerusform>%n werden vor ihrem Ende vom Zeitlimit beendet: %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>The scheduler does not say when these start: %1.</source>
        <translation>Der Scheduler sagt nicht, wann diese starten: %1.</translation>
    </message>
    <message>
        <source>How long these take is not known, their time limit is shown: %1.</source>
        <translation>Wie lange diese brauchen, ist nicht bekannt; gezeigt ist ihr Zeitlimit: %1.</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n completed</source>
        <translation>
            <numerusform>%1 von %n abgeschlossen</numerusform>
            <numerusform>%1 von %n abgeschlossen</numerusform>
        </translation>
    </message>
    <message>
        <source>the last ended %1</source>
        <translation>der letzte endete %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n went as said.</source>
        <translation>
            <numerusform>%1 von %n verlief wie vorhergesagt.</numerusform>
            <numerusform>%1 von %n verliefen wie vorhergesagt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Failed: %1.</source>
        <translation>Gescheitert: %1.</translation>
    </message>
    <message>
        <source>Otherwise than said: %1.</source>
        <translation>Anders als vorhergesagt: %1.</translation>
    </message>
</context>
<context>
    <name>trainyard::CodePage</name>
    <message>
        <source>Code of</source>
        <translation>Code von</translation>
    </message>
    <message>
        <source>and</source>
        <translation>und</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>First run</source>
        <translation>Erster Lauf</translation>
    </message>
    <message>
        <source>Second run</source>
        <translation>Zweiter Lauf</translation>
    </message>
    <message>
        <source>Files that differ</source>
        <translation>Dateien, die sich unterscheiden</translation>
    </message>
    <message>
        <source>Lines that differ</source>
        <translation>Zeilen, die sich unterscheiden</translation>
    </message>
    <message>
        <source>Choose two runs.</source>
        <translation>Wählen Sie zwei Läufe.</translation>
    </message>
    <message>
        <source>Reading what was sent…</source>
        <translation>Es wird gelesen, was gesendet wurde …</translation>
    </message>
    <message>
        <source>They differ only in how their lines end.</source>
        <translation>Sie unterscheiden sich nur darin, wie ihre Zeilen enden.</translation>
    </message>
    <message>
        <source>This file is no text, or too long to be compared.</source>
        <translation>Diese Datei ist kein Text oder zu lang für einen Vergleich.</translation>
    </message>
</context>
<context>
    <name>CodeChanges</name>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Only in the first</source>
        <translation>Nur im ersten</translation>
    </message>
    <message>
        <source>Only in the second</source>
        <translation>Nur im zweiten</translation>
    </message>
    <message>
        <source>%1 files differ among the first %2; there are more than can be compared.</source>
        <translation>%1 der ersten %2 Dateien unterscheiden sich; es gibt mehr, als verglichen werden können.</translation>
    </message>
    <message>
        <source>Their code is the same: %1 files.</source>
        <translation>Ihr Code ist gleich: %1 Dateien.</translation>
    </message>
    <message>
        <source>%1 of %2 files differ.</source>
        <translation>%1 von %2 Dateien unterscheiden sich.</translation>
    </message>
</context>
<context>
    <name>trainyard::CodeChangesModel</name>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
</context>
<context>
    <name>trainyard::DifferenceView</name>
    <message numerus="yes">
        <source>%n lines are the same</source>
        <translation>
            <numerusform>%n Zeile ist gleich</numerusform>
            <numerusform>%n Zeilen sind gleich</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunEnvironment</name>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Ranks</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>GPUs of a node</source>
        <translation>GPUs eines Knotens</translation>
    </message>
    <message>
        <source>Git commit</source>
        <translation>Git-Commit</translation>
    </message>
    <message>
        <source>Operating system</source>
        <translation>Betriebssystem</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>Module</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Python's folder</source>
        <translation>Ordner von Python</translation>
    </message>
    <message>
        <source>Version of %1</source>
        <translation>Version von %1</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>Container</translation>
    </message>
</context>
<context>
    <name>trainyard::ProjectTree</name>
    <message>
        <source>Projects</source>
        <translation>Projekte</translation>
    </message>
    <message>
        <source>All runs</source>
        <translation>Alle Läufe</translation>
    </message>
    <message>
        <source>In no project</source>
        <translation>In keinem Projekt</translation>
    </message>
</context>
<context>
    <name>trainyard::RunProjects</name>
    <message>
        <source>Projects</source>
        <translation>Projekte</translation>
    </message>
    <message>
        <source>Show the folders that runs are kept in</source>
        <translation>Die Ordner zeigen, in denen Läufe liegen</translation>
    </message>
    <message numerus="yes">
        <source>%n runs are in no project now.</source>
        <translation>
            <numerusform>%n Lauf liegt jetzt in keinem Projekt.</numerusform>
            <numerusform>%n Läufe liegen jetzt in keinem Projekt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs moved to %1.</source>
        <translation>
            <numerusform>%n Lauf liegt jetzt in %1.</numerusform>
            <numerusform>%n Läufe liegen jetzt in %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is %2 now.</source>
        <translation>%1 heißt jetzt %2.</translation>
    </message>
    <message>
        <source>no project</source>
        <translation>kein Projekt</translation>
    </message>
    <message>
        <source>Rename or move a project</source>
        <translation>Projekt umbenennen oder verschieben</translation>
    </message>
    <message>
        <source>Its path; / stands between a folder and what is in it:</source>
        <translation>Sein Pfad; / steht zwischen einem Ordner und dem, was darin liegt:</translation>
    </message>
    <message>
        <source>%1: no longer archived.</source>
        <translation>%1: nicht mehr archiviert.</translation>
    </message>
    <message>
        <source>%1: archived. The view Archived shows its runs.</source>
        <translation>%1: archiviert. Die Ansicht „Archiviert“ zeigt die Läufe.</translation>
    </message>
    <message>
        <source>Rename or move…</source>
        <translation>Umbenennen oder verschieben …</translation>
    </message>
    <message>
        <source>Unarchive</source>
        <translation>Aus dem Archiv holen</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archivieren</translation>
    </message>
    <message>
        <source>Put its runs into the folder above</source>
        <translation>Die Läufe in den Ordner darüber legen</translation>
    </message>
</context>
<context>
    <name>trainyard::EmptyRuns</name>
    <message>
        <source>Start from a preset</source>
        <translation>Mit einer Vorlage beginnen</translation>
    </message>
</context>
<context>
    <name>trainyard::StudyCurves</name>
    <message>
        <source>Trials that are runs of their own have their curves here. Of trials that one job trains, one after the other, the objective alone is kept; the overview shows it.</source>
        <translation>Versuche, die eigene Läufe sind, haben hier ihre Kurven. Von Versuchen, die ein Job nacheinander trainiert, bleibt allein die Zielgröße; die Übersicht zeigt sie.</translation>
    </message>
    <message>
        <source>the best %1 of %2 trials</source>
        <translation>die besten %1 von %2 Versuchen</translation>
    </message>
</context>
<context>
    <name>trainyard::PanelValues</name>
    <message>
        <source>A metric or an expression for x is missing.</source>
        <translation>Eine Metrik oder ein Ausdruck für x fehlt.</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>Min.</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>Max.</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Letzter</translation>
    </message>
    <message>
        <source>%1, min</source>
        <translation>%1, Minimum</translation>
    </message>
    <message>
        <source>%1, max</source>
        <translation>%1, Maximum</translation>
    </message>
    <message>
        <source>%1, mean</source>
        <translation>%1, Mittel</translation>
    </message>
    <message>
        <source>%1, last</source>
        <translation>%1, letzter Wert</translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <translation>%1 (%2 bis %3)</translation>
    </message>
    <message>
        <source>%1 ± %2</source>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>A newer version draws this.</source>
        <translation>Nur für eine neuere Version.</translation>
    </message>
</context>
<context>
    <name>trainyard::ValuePanel</name>
    <message>
        <source>No point yet</source>
        <translation>Noch kein Punkt</translation>
    </message>
    <message>
        <source>lowest of %1</source>
        <translation>niedrigster von %1</translation>
    </message>
    <message>
        <source>highest of %1</source>
        <translation>höchster von %1</translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>Balken</translation>
    </message>
    <message>
        <source>Scatter</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Zahl</translation>
    </message>
    <message numerus="yes">
        <source>%n values</source>
        <translation>
            <numerusform>%n Wert</numerusform>
            <numerusform>%n Werte</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::MomentBar</name>
    <message>
        <source>Nothing of this run has a time that could be gone back to.</source>
        <translation>Nichts in diesem Lauf hat eine Zeit, zu der man zurückgehen könnte.</translation>
    </message>
    <message>
        <source>The run as it was at %1, before its first step.</source>
        <translation>Der Lauf, wie er um %1 war, vor seinem ersten Schritt.</translation>
    </message>
    <message>
        <source>The run as it was at %1, step %2; %3 steps have come since.</source>
        <translation>Der Lauf, wie er um %1 war, Schritt %2; seitdem kamen %3 Schritte dazu.</translation>
    </message>
    <message>
        <source>Moment of the run</source>
        <translation>Zeitpunkt des Laufs</translation>
    </message>
    <message>
        <source>Previous step</source>
        <translation>Voriger Schritt</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>Nächster Schritt</translation>
    </message>
    <message>
        <source>How fast it plays</source>
        <translation>Wie schnell abgespielt wird</translation>
    </message>
    <message>
        <source>Back to now</source>
        <translation>Zurück zu jetzt</translation>
    </message>
    <message>
        <source>Arrows: step, with Shift: checkpoint, F8: message, Space: play, Esc: now</source>
        <translation>Pfeile: Schritt, mit Umschalt: Checkpoint, F8: Meldung, Leertaste: abspielen, Esc: jetzt</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
</context>
<context>
    <name>trainyard::MomentSlider</name>
    <message>
        <source>d MMM</source>
        <translation>d. MMM</translation>
    </message>
</context>
</TS>
