<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>ContractWords</name>
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
    <name>Estimate</name>
    <message>
        <source>at most %1 GPU-hours</source>
        <translation>höchstens %1 GPU-Stunden</translation>
    </message>
    <message>
        <source>would start at once</source>
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
        <source>Version of the document&apos;s format. Programs refuse a version that they do not know.</source>
        <translation>Version des Dokumentformats. Programme weisen eine Version ab, die sie nicht kennen.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Short name of the experiment; it begins the name of the run folder and of the job.</source>
        <translation>Kurzer Name des Experiments; mit ihm beginnen der Name des Laufordners und der des Auftrags.</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Free text about the purpose of the run. It is kept with the run and changes nothing.</source>
        <translation>Freier Text zum Zweck des Laufs. Er wird beim Lauf aufbewahrt und ändert nichts.</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Words to find and group runs by.</source>
        <translation>Wörter, nach denen sich Läufe finden und gruppieren lassen.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Start of every random sequence: initial weights, order of the data, dropout. The same seed on the same machine and ranks gives the same run.</source>
        <translation>Anfang jeder Zufallsfolge: Anfangsgewichte, Reihenfolge der Daten, Dropout. Derselbe Startwert auf demselben Rechner und mit denselben Rängen ergibt denselben Lauf.</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>Arbeitslast</translation>
    </message>
    <message>
        <source>What is run: the built-in trainer, or a program of your own.</source>
        <translation>Was läuft: der eingebaute Trainer oder ein eigenes Programm.</translation>
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
        <source>Who starts the processes of the program. With none, the agent starts one process itself.</source>
        <translation>Wer die Prozesse des Programms startet. Bei none startet der Agent selbst einen Prozess.</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>The program to run; a .py file is run with the environment&apos;s python. It is looked up in the run&apos;s code folder first.</source>
        <translation>Das Programm; eine .py-Datei läuft mit dem Python der Umgebung. Es wird zuerst im Code-Ordner des Laufs gesucht.</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Arguments of the program, each handed over as it stands, without a shell. Words such as {run_dir} and {resume_from} are replaced.</source>
        <translation>Argumente des Programms, jedes wird ohne Shell so übergeben, wie es dasteht. Wörter wie {run_dir} und {resume_from} werden ersetzt.</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>Metriken</translation>
    </message>
    <message>
        <source>How the curves are read: from a Hugging Face Trainer, from JSON lines that the program writes, or not at all.</source>
        <translation>Woher die Kurven kommen: von einem Hugging-Face-Trainer, aus JSON-Zeilen, die das Programm schreibt, oder gar nicht.</translation>
    </message>
    <message>
        <source>Stop signal</source>
        <translation>Haltesignal</translation>
    </message>
    <message>
        <source>Signal that asks the program to save and stop.</source>
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
        <source>Family of models. It must match the pretrained folder when one is given.</source>
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
        <source>Overrides</source>
        <translation>Abweichungen</translation>
    </message>
    <message>
        <source>Values of config.json that replace the architecture&apos;s defaults or those of the pretrained folder.</source>
        <translation>Werte der config.json, die die Vorgaben der Architektur oder des vortrainierten Ordners ersetzen.</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Lernaufgabe</translation>
    </message>
    <message>
        <source>What the model learns; it decides labels, loss and metrics.</source>
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
        <source>Text files that are tokenized at the start, or a folder that `engine prepare` wrote.</source>
        <translation>Textdateien, die am Anfang in Token zerlegt werden, oder ein Ordner, den `engine prepare` geschrieben hat.</translation>
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
        <source>Text files to learn from, in UTF-8, one after the other. Each line is one text.</source>
        <translation>Textdateien zum Lernen, in UTF-8, eine nach der anderen. Jede Zeile ist ein Text.</translation>
    </message>
    <message>
        <source>Validation files</source>
        <translation>Prüfdateien</translation>
    </message>
    <message>
        <source>Held-out text files. When none is given, a part of the training lines is held out.</source>
        <translation>Zurückgehaltene Textdateien. Ohne Angabe wird ein Teil der Trainingszeilen zurückgehalten.</translation>
    </message>
    <message>
        <source>Held-out share</source>
        <translation>Zurückgehaltener Anteil</translation>
    </message>
    <message>
        <source>Share of the training lines, from their beginning, that is held out when no validation file is given.</source>
        <translation>Anteil der Trainingszeilen, von ihrem Anfang an, der ohne Prüfdatei zurückgehalten wird.</translation>
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
        <source>Folder or tokenizer.json to encode with. Null uses that of the pretrained weights, or trains one on the data for a new model.</source>
        <translation>Ordner oder tokenizer.json zum Kodieren. Null nimmt den der vortrainierten Gewichte oder trainiert für ein neues Modell einen auf den Daten.</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>Sequenzlänge</translation>
    </message>
    <message>
        <source>Tokens in one example. The texts are put together and cut into pieces of this length.</source>
        <translation>Token in einem Beispiel. Die Texte werden aneinandergehängt und in Stücke dieser Länge geschnitten.</translation>
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
        <source>Batch per device</source>
        <translation>Stapel je Gerät</translation>
    </message>
    <message>
        <source>Sequences that one process takes at once. Memory grows with it.</source>
        <translation>Sequenzen, die ein Prozess auf einmal nimmt. Der Speicherbedarf wächst damit.</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>Sequenzen</translation>
    </message>
    <message>
        <source>Accumulation steps</source>
        <translation>Gesammelte Stapel</translation>
    </message>
    <message>
        <source>Batches whose gradients are added before one optimizer step. It stands for a larger batch at the same memory.</source>
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
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Optimizer steps of the whole run. When given, the number of epochs is not used.</source>
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
        <source>Passes over the training data, when the steps are not given; parts of an epoch are allowed.</source>
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
        <source>Update rule; adamw is Adam with decoupled weight decay.</source>
        <translation>Regel der Aktualisierung; adamw ist Adam mit getrennter Gewichtsabnahme.</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Largest learning rate, reached after the warm-up.</source>
        <translation>Größte Lernrate, erreicht nach dem Anlauf.</translation>
    </message>
    <message>
        <source>Beta 1</source>
        <translation>Beta 1</translation>
    </message>
    <message>
        <source>Decay rate of the running mean of the gradients.</source>
        <translation>Abklingrate des laufenden Mittels der Gradienten.</translation>
    </message>
    <message>
        <source>Beta 2</source>
        <translation>Beta 2</translation>
    </message>
    <message>
        <source>Decay rate of the running mean of the squared gradients.</source>
        <translation>Abklingrate des laufenden Mittels der quadrierten Gradienten.</translation>
    </message>
    <message>
        <source>Epsilon</source>
        <translation>Epsilon</translation>
    </message>
    <message>
        <source>Small number added to the divisor, for numerical stability.</source>
        <translation>Kleine Zahl, die für die numerische Stabilität zum Nenner addiert wird.</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>Gewichtsabnahme</translation>
    </message>
    <message>
        <source>Pull of the weights towards zero; biases and normalisation weights are left out.</source>
        <translation>Zug der Gewichte gegen null; Bias- und Normalisierungsgewichte sind ausgenommen.</translation>
    </message>
    <message>
        <source>Gradient clipping</source>
        <translation>Begrenzung der Gradienten</translation>
    </message>
    <message>
        <source>Gradients are scaled down to this norm when theirs is larger. 0 switches clipping off.</source>
        <translation>Gradienten werden auf diese Norm verkleinert, wenn ihre größer ist. 0 schaltet die Begrenzung ab.</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>How the learning rate changes after the warm-up; linear falls to 0 at the last step.</source>
        <translation>Wie sich die Lernrate nach dem Anlauf ändert; linear fällt bis zum letzten Schritt auf 0.</translation>
    </message>
    <message>
        <source>Warm-up</source>
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
        <source>Number format of the arithmetic. bf16 and fp16 keep the weights and the optimizer in fp32.</source>
        <translation>Zahlenformat der Rechnung. Bei bf16 und fp16 bleiben Gewichte und Optimierer in fp32.</translation>
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
        <source>What is split over the processes instead of copied: 0 nothing, 1 optimizer state, 2 also gradients, 3 also parameters.</source>
        <translation>Was auf die Prozesse verteilt statt kopiert wird: 0 nichts, 1 Zustand des Optimierers, 2 auch Gradienten, 3 auch Parameter.</translation>
    </message>
    <message>
        <source>Optimizer in main memory</source>
        <translation>Optimierer im Hauptspeicher</translation>
    </message>
    <message>
        <source>Keeps the optimizer&apos;s state in the machine&apos;s memory instead of the GPU&apos;s. It saves GPU memory and costs speed.</source>
        <translation>Hält den Zustand des Optimierers im Hauptspeicher statt in dem der GPU. Das spart GPU-Speicher und kostet Tempo.</translation>
    </message>
    <message>
        <source>Parameters in main memory</source>
        <translation>Parameter im Hauptspeicher</translation>
    </message>
    <message>
        <source>Keeps parameters in the machine&apos;s memory until they are needed. It saves GPU memory and costs speed.</source>
        <translation>Hält Parameter im Hauptspeicher, bis sie gebraucht werden. Das spart GPU-Speicher und kostet Tempo.</translation>
    </message>
    <message>
        <source>Recomputation</source>
        <translation>Neuberechnung</translation>
    </message>
    <message>
        <source>Computes a layer&apos;s inner values again in the backward pass instead of keeping them. It saves memory and costs about a third of the speed.</source>
        <translation>Berechnet die inneren Werte einer Schicht im Rückwärtslauf neu, statt sie aufzuheben. Das spart Speicher und kostet etwa ein Drittel des Tempos.</translation>
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
        <source>Value that decides which checkpoint is best and when to stop early.</source>
        <translation>Wert, der entscheidet, welcher Sicherungspunkt der beste ist und wann früh abgebrochen wird.</translation>
    </message>
    <message>
        <source>Early stopping</source>
        <translation>Früher Abbruch</translation>
    </message>
    <message>
        <source>Evaluations without a better value after which training ends. Null means never.</source>
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
        <source>Steps between checkpoints. Null saves only at the end and when the run is stopped.</source>
        <translation>Schritte zwischen Sicherungspunkten. Null sichert nur am Ende und wenn der Lauf angehalten wird.</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Newest checkpoints that are kept; older ones are deleted.</source>
        <translation>So viele der neuesten Sicherungspunkte bleiben; ältere werden gelöscht.</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>Sicherungspunkte</translation>
    </message>
    <message>
        <source>Keep the best</source>
        <translation>Beste behalten</translation>
    </message>
    <message>
        <source>Keeps the checkpoint with the best evaluation beside the newest.</source>
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
        <source>Steps between two points of the training curves. Null means never.</source>
        <translation>Schritte zwischen zwei Punkten der Trainingskurven. Null heißt nie.</translation>
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
        <source>Machines that the run uses together.</source>
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
        <source>GPUs on each machine. 0 computes on the processor, also where GPUs exist.</source>
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
        <source>Type of GPU as the scheduler names it. Null takes any.</source>
        <translation>Typ der GPU, wie der Scheduler ihn nennt. Null nimmt jede.</translation>
    </message>
    <message>
        <source>Processes per node</source>
        <translation>Prozesse je Knoten</translation>
    </message>
    <message>
        <source>Processes of the program on each machine; auto is one for each GPU, or one.</source>
        <translation>Prozesse des Programms auf jedem Rechner; auto ist einer je GPU, sonst einer.</translation>
    </message>
    <message>
        <source>processes</source>
        <translation>Prozesse</translation>
    </message>
    <message>
        <source>Processor cores per process</source>
        <translation>Prozessorkerne je Prozess</translation>
    </message>
    <message>
        <source>Cores for each process. Null leaves it to the target.</source>
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
        <source>Main memory on each machine. Null leaves it to the target.</source>
        <translation>Hauptspeicher auf jedem Rechner. Null überlässt es dem Ziel.</translation>
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
        <source>Longest duration, as Slurm writes it: minutes, hours:minutes:seconds or days-hours:minutes:seconds. Null leaves it to the target.</source>
        <translation>Längste Dauer, wie Slurm sie schreibt: Minuten, Stunden:Minuten:Sekunden oder Tage-Stunden:Minuten:Sekunden. Null überlässt es dem Ziel.</translation>
    </message>
    <message>
        <source>Partition</source>
        <translation>Partition</translation>
    </message>
    <message>
        <source>Queue of the cluster. Null takes the cluster&apos;s own choice.</source>
        <translation>Warteschlange des Clusters. Null nimmt die Wahl des Clusters.</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>Konto</translation>
    </message>
    <message>
        <source>Account that the time is charged to.</source>
        <translation>Konto, dem die Zeit berechnet wird.</translation>
    </message>
    <message>
        <source>Quality of service</source>
        <translation>Dienstgüte</translation>
    </message>
    <message>
        <source>Class of service of the scheduler, with its own limits.</source>
        <translation>Dienstklasse des Schedulers, mit eigenen Grenzen.</translation>
    </message>
    <message>
        <source>Reservation</source>
        <translation>Reservierung</translation>
    </message>
    <message>
        <source>Name of a reservation to run in.</source>
        <translation>Name einer Reservierung, in der gelaufen wird.</translation>
    </message>
    <message>
        <source>Array</source>
        <translation>Array</translation>
    </message>
    <message>
        <source>Indices of runs that differ by index, as Slurm writes them: 0-9, 0-9:2, 1,3,5, with %4 for four at a time.</source>
        <translation>Indizes von Läufen, die sich im Index unterscheiden, wie Slurm sie schreibt: 0-9, 0-9:2, 1,3,5, mit %4 für vier zugleich.</translation>
    </message>
    <message>
        <source>Dependency</source>
        <translation>Abhängigkeit</translation>
    </message>
    <message>
        <source>Jobs to wait for, as Slurm writes it: afterok:1234.</source>
        <translation>Aufträge, auf die gewartet wird, wie Slurm es schreibt: afterok:1234.</translation>
    </message>
    <message>
        <source>Extra directives</source>
        <translation>Weitere Anweisungen</translation>
    </message>
    <message>
        <source>Further options of the scheduler, one an item, such as --constraint=a100.</source>
        <translation>Weitere Optionen des Schedulers, je Eintrag eine, etwa --constraint=a100.</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Neustart</translation>
    </message>
    <message>
        <source>Go on after the time limit</source>
        <translation>Nach der Zeitgrenze fortsetzen</translation>
    </message>
    <message>
        <source>Starts the run again from its last checkpoint when the time limit ended it.</source>
        <translation>Startet den Lauf von seinem letzten Sicherungspunkt neu, wenn die Zeitgrenze ihn beendet hat.</translation>
    </message>
    <message>
        <source>Go on after preemption</source>
        <translation>Nach Verdrängung fortsetzen</translation>
    </message>
    <message>
        <source>Starts the run again from its last checkpoint when the scheduler took its machines.</source>
        <translation>Startet den Lauf von seinem letzten Sicherungspunkt neu, wenn der Scheduler ihm die Rechner genommen hat.</translation>
    </message>
    <message>
        <source>Warning before the end</source>
        <translation>Warnung vor dem Ende</translation>
    </message>
    <message>
        <source>How long before the time limit the run is told to save.</source>
        <translation>Wie lange vor der Zeitgrenze der Lauf zum Sichern aufgefordert wird.</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>Starts without progress</source>
        <translation>Starts ohne Fortschritt</translation>
    </message>
    <message>
        <source>Starts in a row without a new checkpoint after which the run is given up.</source>
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
        <source>Environment modules to load, in order.</source>
        <translation>Umgebungsmodule, die der Reihe nach geladen werden.</translation>
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
        <source>Image to run in.</source>
        <translation>Abbild, in dem gelaufen wird.</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variablen</translation>
    </message>
    <message>
        <source>Environment variables of the workload. A variable with the value null is taken from the target&apos;s own environment and written nowhere.</source>
        <translation>Umgebungsvariablen des Laufs. Eine Variable mit dem Wert null kommt aus der Umgebung des Ziels und wird nirgends aufgeschrieben.</translation>
    </message>
    <message>
        <source>Set-up commands</source>
        <translation>Einrichtungsbefehle</translation>
    </message>
    <message>
        <source>Shell commands that are run before the workload, in order; the run ends when one fails.</source>
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
        <source>Folder that travels with the run and is the working directory of every process. Null takes none.</source>
        <translation>Ordner, der mit dem Lauf reist und Arbeitsverzeichnis jedes Prozesses ist. Null nimmt keinen.</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Ausgelassen</translation>
    </message>
    <message>
        <source>Patterns of files in the code folder that do not travel, as rsync writes them.</source>
        <translation>Muster von Dateien im Code-Ordner, die nicht mitreisen, wie rsync sie schreibt.</translation>
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
        <source>Write one &quot;name: value&quot; a line; &quot;%1&quot; has no colon.</source>
        <translation>Schreiben Sie je Zeile „Name: Wert“; „%1“ hat keinen Doppelpunkt.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; stands here twice.</source>
        <translation>„%1“ steht hier zweimal.</translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>the document has {bytes} bytes; at most {limit} are read: is this the right file?</source>
        <translation>das Dokument hat {bytes} Byte; höchstens {limit} werden gelesen: Ist es die richtige Datei?</translation>
    </message>
    <message>
        <source>the byte {byte} is not UTF-8; save the file as UTF-8</source>
        <translation>das Byte {byte} ist kein UTF-8; speichern Sie die Datei als UTF-8</translation>
    </message>
    <message>
        <source>the control character {character} is not allowed; remove it</source>
        <translation>das Steuerzeichen {character} ist nicht erlaubt; entfernen Sie es</translation>
    </message>
    <message>
        <source>this is not valid YAML: {problem}</source>
        <translation>das ist kein gültiges YAML: {problem}</translation>
    </message>
    <message>
        <source>nested deeper than {limit} levels</source>
        <translation>tiefer als {limit} Ebenen verschachtelt</translation>
    </message>
    <message>
        <source>anchors (&amp;name) are not read; write the value out</source>
        <translation>Anker (&amp;name) werden nicht gelesen; schreiben Sie den Wert aus</translation>
    </message>
    <message>
        <source>aliases (*name) are not read; write the value out</source>
        <translation>Verweise (*name) werden nicht gelesen; schreiben Sie den Wert aus</translation>
    </message>
    <message>
        <source>the tag {tag} is not read; remove it</source>
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
        <source>an experiment is a list of `key: value` lines, this is {kind}</source>
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
        <source>the format is {format}, this program reads {supported}; use a newer program</source>
        <translation>das Format ist {format}, dieses Programm liest {supported}; nehmen Sie ein neueres Programm</translation>
    </message>
    <message>
        <source>there is no key {key}; remove it</source>
        <translation>es gibt keinen Schlüssel {key}; entfernen Sie ihn</translation>
    </message>
    <message>
        <source>there is no key {key}; did you mean {nearest}?</source>
        <translation>es gibt keinen Schlüssel {key}; meinten Sie {nearest}?</translation>
    </message>
    <message>
        <source>{former} is now called {key}; rename it</source>
        <translation>{former} heißt jetzt {key}; benennen Sie es um</translation>
    </message>
    <message>
        <source>{former} is the old name of {key}, which is given too; remove {former}</source>
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
        <source>each item of {field} must be text, not {found}</source>
        <translation>jeder Eintrag von {field} muss Text sein, nicht {found}</translation>
    </message>
    <message>
        <source>{field} has no value; write {expected}, or remove the line for the default {default}</source>
        <translation>{field} hat keinen Wert; schreiben Sie {expected}, oder entfernen Sie die Zeile für die Vorgabe {default}</translation>
    </message>
    <message>
        <source>{field} is a section: write its keys below it, indented, not {found}</source>
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
        <source>{field}: {found} is not a name of {expected}</source>
        <translation>{field}: {found} ist kein Name aus {expected}</translation>
    </message>
    <message>
        <source>{override} is not of the form path=value</source>
        <translation>{override} hat nicht die Form Pfad=Wert</translation>
    </message>
    <message>
        <source>there is no field {field}</source>
        <translation>es gibt kein Feld {field}</translation>
    </message>
    <message>
        <source>there is no field {field}; did you mean {nearest}?</source>
        <translation>es gibt kein Feld {field}; war {nearest} gemeint?</translation>
    </message>
    <message>
        <source>{field} is a section; set one of its keys, such as {example}</source>
        <translation>{field} ist ein Abschnitt; setzen Sie einen seiner Schlüssel, etwa {example}</translation>
    </message>
    <message>
        <source>data.sequence_length is {sequence_length}, but the model has {positions} positions; shorten it or raise {key} in model.overrides</source>
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
        <source>one optimizer step would take {global_batch} sequences; at most {limit} are supported: lower batch.per_device, batch.gradient_accumulation_steps or the number of processes</source>
        <translation>ein Schritt des Optimierers nähme {global_batch} Sequenzen; höchstens {limit} gehen: Senken Sie batch.per_device, batch.gradient_accumulation_steps oder die Zahl der Prozesse</translation>
    </message>
    <message>
        <source>resources.processes_per_node is {processes}, but there are {gpus} GPUs on each node; use at most one process per GPU</source>
        <translation>resources.processes_per_node ist {processes}, aber jeder Knoten hat {gpus} GPUs; höchstens ein Prozess je GPU</translation>
    </message>
    <message>
        <source>{processes} processes need a launcher that starts them; set command.launcher to torchrun or srun</source>
        <translation>{processes} Prozesse brauchen einen Starter; setzen Sie command.launcher auf torchrun oder srun</translation>
    </message>
    <message>
        <source>schedule.warmup_steps {warmup} is above training.max_steps {max_steps}: the full learning rate is never reached</source>
        <translation>schedule.warmup_steps {warmup} liegt über training.max_steps {max_steps}: Die volle Lernrate wird nie erreicht</translation>
    </message>
    <message>
        <source>early stopping needs evaluation; set evaluation.every_steps or remove the patience</source>
        <translation>früher Abbruch braucht Auswertungen; setzen Sie evaluation.every_steps oder entfernen Sie die Geduld</translation>
    </message>
    <message>
        <source>without evaluation there is no best checkpoint; only the newest are kept</source>
        <translation>ohne Auswertung gibt es keinen besten Sicherungspunkt; nur die neuesten bleiben</translation>
    </message>
    <message>
        <source>evaluation needs held-out data; set data.validation or data.validation_split_ratio above 0</source>
        <translation>Auswerten braucht zurückgehaltene Daten; setzen Sie data.validation oder data.validation_split_ratio über 0</translation>
    </message>
    <message>
        <source>data.kind is prepared: set data.path to the folder that `engine prepare` wrote</source>
        <translation>data.kind ist prepared: Setzen Sie data.path auf den Ordner, den `engine prepare` geschrieben hat</translation>
    </message>
    <message>
        <source>data.kind is text: name at least one file in data.train</source>
        <translation>data.kind ist text: Nennen Sie mindestens eine Datei in data.train</translation>
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
        <source>restart.on_time_limit needs to know the limit; set resources.time_limit</source>
        <translation>restart.on_time_limit muss die Grenze kennen; setzen Sie resources.time_limit</translation>
    </message>
    <message>
        <source>restart.signal_before_end_seconds is {signal}, not below the time limit of {limit} seconds: the run would be stopped at its start</source>
        <translation>restart.signal_before_end_seconds ist {signal}, nicht unter der Zeitgrenze von {limit} Sekunden: Der Lauf würde an seinem Anfang angehalten</translation>
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
        <source>environment.variables: {found} is set by the program itself; choose another name</source>
        <translation>environment.variables: {found} setzt das Programm selbst; wählen Sie einen anderen Namen</translation>
    </message>
    <message>
        <source>{field}: {found} is checked and shown, but this version&apos;s engine does not run it yet; use {instead}</source>
        <translation>{field}: {found} wird geprüft und gezeigt, aber die Engine dieser Version führt es noch nicht aus; nehmen Sie {instead}</translation>
    </message>
    <message>
        <source>{field} must be {expected}</source>
        <translation>{field} muss {expected} sein</translation>
    </message>
    <message>
        <source>the document cannot be edited before it is repaired: line {line}: {problem}</source>
        <translation>das Dokument lässt sich erst ändern, wenn es berichtigt ist: Zeile {line}: {problem}</translation>
    </message>
    <message>
        <source>{field} could not be changed without touching other parts of the document; edit the text itself</source>
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
        <source>{path} could not be written: the disk is full; make room and run again</source>
        <translation>{path} ließ sich nicht schreiben: Der Datenträger ist voll; schaffen Sie Platz und starten Sie erneut</translation>
    </message>
    <message>
        <source>{path} could not be written: permission denied; use a folder that you may write</source>
        <translation>{path} ließ sich nicht schreiben: Zugriff verweigert; nehmen Sie einen Ordner, in den Sie schreiben dürfen</translation>
    </message>
    <message>
        <source>the folder {path} could not be made: {problem}</source>
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
        <source>{path} is not a run&apos;s identity: {problem}</source>
        <translation>{path} beschreibt keinen Lauf: {problem}</translation>
    </message>
    <message>
        <source>this is not valid JSON: {problem}</source>
        <translation>das ist kein gültiges JSON: {problem}</translation>
    </message>
    <message>
        <source>this is not an event: {problem}</source>
        <translation>das ist kein Ereignis: {problem}</translation>
    </message>
    <message>
        <source>events of the kind {kind} are not known</source>
        <translation>Ereignisse der Art {kind} sind nicht bekannt</translation>
    </message>
    <message>
        <source>a line of {bytes} bytes is longer than the {limit} that an event may have</source>
        <translation>eine Zeile von {bytes} Bytes ist länger als die {limit}, die ein Ereignis haben darf</translation>
    </message>
</context>
<context>
    <name>QuantityWords</name>
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
        <source>The experiment is compared with what the target offers.</source>
        <translation>Das Experiment wird mit dem verglichen, was das Ziel bietet.</translation>
    </message>
    <message>
        <source>The job is being submitted.</source>
        <translation>Der Auftrag wird eingereicht.</translation>
    </message>
    <message>
        <source>The code is being copied.</source>
        <translation>Der Code wird kopiert.</translation>
    </message>
    <message>
        <source>The code is being sent to %1.</source>
        <translation>Der Code wird an %1 geschickt.</translation>
    </message>
    <message>
        <source>The data is being sent to %1.</source>
        <translation>Die Daten werden an %1 geschickt.</translation>
    </message>
    <message>
        <source>The engine is being sent to %1.</source>
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
</context>
<context>
    <name>SyncWords</name>
    <message>
        <source>Code: none</source>
        <translation>Code: keiner</translation>
    </message>
    <message>
        <source>Code: %1 files, %2</source>
        <translation>Code: %1 Dateien, %2</translation>
    </message>
    <message>
        <source>Data: %1 (%2) is there already</source>
        <translation>Daten: %1 (%2) sind schon dort</translation>
    </message>
    <message>
        <source>Data: %1 (%2) is sent</source>
        <translation>Daten: %1 (%2) werden geschickt</translation>
    </message>
    <message>
        <source>Engine: there already</source>
        <translation>Engine: schon dort</translation>
    </message>
    <message>
        <source>Engine: %1 is sent, about %2</source>
        <translation>Engine: %1 werden geschickt, etwa %2</translation>
    </message>
    <message>
        <source>Engine: %1 is sent</source>
        <translation>Engine: %1 werden geschickt</translation>
    </message>
    <message>
        <source>Together about %1, by the speed measured last</source>
        <translation>Zusammen etwa %1, nach der zuletzt gemessenen Geschwindigkeit</translation>
    </message>
    <message>
        <source>In the last run of this code, but not in this one (nothing is deleted there): %1</source>
        <translation>Im letzten Lauf dieses Codes, aber nicht in diesem (dort wird nichts gelöscht): %1</translation>
    </message>
</context>
<context>
    <name>TargetWords</name>
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
        <source>It is connected when a run, a check or you ask for it.</source>
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
        <source>It is not tried again by itself. Put it right, then press Connect.</source>
        <translation>Von selbst wird es nicht noch einmal versucht. Beheben Sie es und drücken Sie dann Verbinden.</translation>
    </message>
    <message>
        <source>%1 is not connected; this is what was known last.</source>
        <translation>%1 ist nicht verbunden; dies ist der letzte bekannte Stand.</translation>
    </message>
    <message>
        <source>%1 is not reachable since %2; the run goes on there and is shown as of then. %3</source>
        <translation>%1 ist seit %2 nicht erreichbar; der Lauf geht dort weiter und wird mit dem Stand von da gezeigt. %3</translation>
    </message>
    <message>
        <source>%1 refuses the login since %2; the run goes on there and is shown as of then. The page of clusters says what to do.</source>
        <translation>%1 weist die Anmeldung seit %2 ab; der Lauf geht dort weiter und wird mit dem Stand von da gezeigt. Die Seite der Cluster sagt, was zu tun ist.</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>Verbindung mit %1 …</translation>
    </message>
    <message>
        <source>%1 is not connected since %2; this is shown as of then.</source>
        <translation>%1 ist seit %2 nicht verbunden; gezeigt wird der Stand von da.</translation>
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
        <source>Draw the curves of a run (the beginning of its identity, its folder&apos;s name, or last) into the file of --output; needs no display.</source>
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
        <source>A Slurm cluster that you reach with ssh and a key. Nothing is installed there; runs are kept in the base folder.</source>
        <translation>Ein Slurm-Cluster, das Sie mit ssh und einem Schlüssel erreichen. Dort wird nichts installiert; Läufe liegen im Basisordner.</translation>
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
        <source>Log in and offer the folders there with their free space</source>
        <translation>Anmelden und die Ordner dort mit ihrem freien Platz anbieten</translation>
    </message>
    <message>
        <source>as in `ssh HOST`: an alias of your ssh configuration, or a host name</source>
        <translation>wie in „ssh HOST“: ein Name aus Ihrer ssh-Konfiguration oder ein Rechnername</translation>
    </message>
    <message>
        <source>what it is called here: small letters, digits and . _ -</source>
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
        <source>A folder there that holds engine and yard-agent already; otherwise they are sent with the first run that needs them</source>
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
        <source>Choose an ssh configuration</source>
        <translation>Eine ssh-Konfiguration wählen</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Sieht nach …</translation>
    </message>
    <message>
        <source>No folder was found there that could be written. Type the path of one.</source>
        <translation>Dort wurde kein beschreibbarer Ordner gefunden. Geben Sie den Pfad eines Ordners ein.</translation>
    </message>
    <message>
        <source>a folder that login and compute nodes see</source>
        <translation>ein Ordner, den Anmelde- und Rechenknoten sehen</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointsModel</name>
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
    <name>trainyard::ClusterActions</name>
    <message>
        <source>Connected to %1.</source>
        <translation>Mit %1 verbunden.</translation>
    </message>
    <message>
        <source>%1 was removed from the list. Its runs and files there are untouched.</source>
        <translation>%1 wurde aus der Liste entfernt. Seine Läufe und Dateien dort sind unberührt.</translation>
    </message>
</context>
<context>
    <name>trainyard::ClustersModel</name>
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
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>Trennen</translation>
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
        <source>Remove…</source>
        <translation>Entfernen …</translation>
    </message>
    <message>
        <source>Select a cluster to see its link and its limits.</source>
        <translation>Wählen Sie ein Cluster, um Verbindung und Grenzen zu sehen.</translation>
    </message>
    <message>
        <source>Add cluster…</source>
        <translation>Cluster hinzufügen …</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>No cluster yet.

Add one that you reach with ssh; this computer is always there and needs nothing.</source>
        <translation>Noch kein Cluster.

Fügen Sie eines hinzu, das Sie mit ssh erreichen; dieser Rechner ist immer da und braucht nichts.</translation>
    </message>
    <message>
        <source>Add a cluster (Ctrl+N)</source>
        <translation>Ein Cluster hinzufügen (Strg+N)</translation>
    </message>
    <message>
        <source>Log in once; commands, files, live values and logs share this login</source>
        <translation>Einmal anmelden; Befehle, Dateien, laufende Werte und Ausgaben teilen diese Anmeldung</translation>
    </message>
    <message>
        <source>Log in and look: versions, limits, accounts, space</source>
        <translation>Anmelden und nachsehen: Versionen, Grenzen, Konten, Platz</translation>
    </message>
    <message>
        <source>The same, and a one-minute job that looks at a compute node: base folder, C library, driver, GPUs, modules, live stream</source>
        <translation>Dasselbe, und ein Auftrag von einer Minute, der einen Rechenknoten ansieht: Basisordner, C-Bibliothek, Treiber, GPUs, Module, laufende Werte</translation>
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
        <source>Partitions</source>
        <translation>Partitionen</translation>
    </message>
    <message>
        <source>Last check (%1)</source>
        <translation>Letzte Prüfung (%1)</translation>
    </message>
    <message>
        <source>The check&apos;s job takes about a minute once the queue lets it start.</source>
        <translation>Der Auftrag der Prüfung dauert etwa eine Minute, sobald die Warteschlange ihn starten lässt.</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Prüft …</translation>
    </message>
    <message>
        <source>Nothing stands against a run on %1.</source>
        <translation>Nichts spricht gegen einen Lauf auf %1.</translation>
    </message>
    <message>
        <source>Errors found by the check of %1: %2. They are listed with what to do.</source>
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
    <name>trainyard::ExperimentDocument</name>
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
    <name>trainyard::ExperimentPage</name>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
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
        <source>Start the experiment (Ctrl+Return)</source>
        <translation>Das Experiment starten (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>The script and the command line that would be submitted (Ctrl+P)</source>
        <translation>Das Skript und die Befehlszeile, die abgeschickt würden (Strg+P)</translation>
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
        <source>Ctrl+P</source>
        <translation>Ctrl+P</translation>
    </message>
    <message>
        <source>Submitting…</source>
        <translation>Wird gestartet…</translation>
    </message>
    <message>
        <source>To be corrected before it can be submitted: %1</source>
        <translation>Vor dem Start zu berichtigen: %1</translation>
    </message>
    <message>
        <source>Ready to submit; warnings: %1</source>
        <translation>Bereit zum Start; Warnungen: %1</translation>
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
        <source>Run &amp;on</source>
        <translation>Ausführen a&amp;uf</translation>
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
        <source>no: how a job ended is known from the run itself</source>
        <translation>nein: wie ein Auftrag endete, sagt der Lauf selbst</translation>
    </message>
    <message>
        <source>Jobs may be requeued</source>
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
        <source>never run: &quot;Check with a job&quot; looks at a compute node</source>
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
        <source>the folder that Trainyard keeps for fetched runs</source>
        <translation>der Ordner, in dem Trainyard geholte Läufe ablegt</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>Each checkpoint is compared with its manifest; what is here already is not fetched again.</source>
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
        <source>one a line</source>
        <translation>je Zeile eines</translation>
    </message>
    <message>
        <source>name: value, one a line</source>
        <translation>Name: Wert, je Zeile eines</translation>
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
    <name>trainyard::FormView</name>
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
    <message>
        <source>Find a setting (Ctrl+F)</source>
        <translation>Einstellung suchen (Strg+F)</translation>
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
        <source>Compare the fingerprint with the one that the cluster&apos;s documentation or its administrators name. Somebody between you and the host would show another one.</source>
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
</context>
<context>
    <name>trainyard::LogView</name>
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
        <source>Task %1: %2</source>
        <translation>Aufgabe %1: %2</translation>
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
        <source>&quot;%1&quot; is not in these lines.</source>
        <translation>„%1“ steht nicht in diesen Zeilen.</translation>
    </message>
</context>
<context>
    <name>trainyard::MainWindow</name>
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
    <message>
        <source>Clusters</source>
        <translation>Cluster</translation>
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
    <name>trainyard::NoticeStrip</name>
    <message>
        <source>Close this notice (Esc)</source>
        <translation>Diesen Hinweis schließen (Esc)</translation>
    </message>
</context>
<context>
    <name>trainyard::PartitionsModel</name>
    <message>
        <source>unlimited</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>%1 (%2 if not asked for)</source>
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
        <source>%1, at most %2 a job</source>
        <translation>%1, höchstens %2 je Auftrag</translation>
    </message>
    <message>
        <source>Partition</source>
        <translation>Partition</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Longest time</source>
        <translation>Längste Zeit</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
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
        <source>That was not the passphrase of this key. To log in, it is unlocked with:</source>
        <translation>Das war nicht die Passphrase dieses Schlüssels. Zur Anmeldung wird er entsperrt mit:</translation>
    </message>
    <message>
        <source>To log in, the key is unlocked with its passphrase:</source>
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
        <source>It is used for this key only and written nowhere. The unlocked key stays in the memory of the background service until it ends.</source>
        <translation>Sie gilt nur für diesen Schlüssel und wird nirgends gespeichert. Der entsperrte Schlüssel bleibt im Speicher des Hintergrunddienstes, bis dieser endet.</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>Entsperren</translation>
    </message>
</context>
<context>
    <name>trainyard::PlotGrid</name>
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
    <name>trainyard::PlotView</name>
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
    <name>trainyard::PreviewDialog</name>
    <message>
        <source>Job script</source>
        <translation>Auftragsskript</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>Befehlszeile</translation>
    </message>
    <message>
        <source>The script, job.sh in the run&apos;s folder:</source>
        <translation>Das Skript, job.sh im Ordner des Laufs:</translation>
    </message>
    <message>
        <source>It is submitted with this command line; RUN stands for the new run&apos;s identity:</source>
        <translation>Es wird mit dieser Befehlszeile abgeschickt; RUN steht für die Kennung des neuen Laufs:</translation>
    </message>
    <message>
        <source>Copy script</source>
        <translation>Skript kopieren</translation>
    </message>
    <message>
        <source>Copy command line</source>
        <translation>Befehlszeile kopieren</translation>
    </message>
    <message>
        <source>Preview of %1</source>
        <translation>Vorschau von %1</translation>
    </message>
    <message>
        <source>What would travel to %1:</source>
        <translation>Was nach %1 geschickt würde:</translation>
    </message>
    <message>
        <source>Comparing with what is there…</source>
        <translation>Vergleicht mit dem, was dort ist …</translation>
    </message>
</context>
<context>
    <name>trainyard::RunActions</name>
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
    <name>trainyard::RunView</name>
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
        <translation>Arbeitslast</translation>
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
        <source>Remove &quot;%1&quot; for good?</source>
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
    <message>
        <source>Bring checkpoints or results to this computer</source>
        <translation>Checkpoints oder Ergebnisse auf diesen Rechner bringen</translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>auf %1</translation>
    </message>
    <message>
        <source>Submit again</source>
        <translation>Noch einmal starten</translation>
    </message>
    <message>
        <source>Its job was lost before it ran; this makes a new one for the same run</source>
        <translation>Sein Auftrag ging verloren, bevor er lief; dies legt einen neuen für denselben Lauf an</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>&amp;Fetch…</source>
        <translation>&amp;Holen …</translation>
    </message>
    <message>
        <source>Slurm&apos;s job</source>
        <translation>Auftrag in Slurm</translation>
    </message>
</context>
<context>
    <name>trainyard::RunsModel</name>
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
    <message>
        <source>sent: %1 %</source>
        <translation>gesendet: %1 %</translation>
    </message>
    <message>
        <source>read: %1 %</source>
        <translation>gelesen: %1 %</translation>
    </message>
</context>
<context>
    <name>trainyard::RunsPage</name>
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
</context>
<context>
    <name>trainyard::TargetChooser</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Where the experiment runs. Clusters are added on the page of clusters (Ctrl+3).</source>
        <translation>Wo das Experiment läuft. Cluster werden auf der Seite der Cluster hinzugefügt (Strg+3).</translation>
    </message>
    <message>
        <source>Run on</source>
        <translation>Ausführen auf</translation>
    </message>
</context>
<context>
    <name>trainyard::TargetLine</name>
    <message>
        <source>Connect and check</source>
        <translation>Verbinden und prüfen</translation>
    </message>
</context>
<context>
    <name>trainyard::YamlEditor</name>
    <message>
        <source>Text of the experiment</source>
        <translation>Text des Experiments</translation>
    </message>
</context>
</TS>
