//! The labels of screens: buttons, headings, notices, in the browser and in the terminal.
//!
//! Every label has both languages or does not compile; `cargo xtask tidy` finds those that no screen uses.
//!
//! Deliberately absent: sentences about what happens in a game.

use engine::GameId;
use wire::house::{BotLevel, Here};

use crate::Lang;
use crate::lang::set_type;

macro_rules! labels {
    ($($name:ident: $french:literal, $english:literal;)*) => {
        /// Something written on a screen.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Label {
            $(#[doc = $english] $name,)*
        }

        impl Label {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// What is written, in a language.
            #[must_use]
            pub fn say(self, lang: Lang) -> String {
                let (french, english) = match self {
                    $(Self::$name => ($french, $english),)*
                };
                set_type(lang.of(french, english), lang)
            }
        }
    };
}

labels! {
    // The first screen.
    WhatTonight: "On joue à quoi ce soir ?", "What shall we play tonight?";
    OneClick: "Un clic pour jouer contre les robots. Un lien pour inviter la famille.", "One click to play against bots. One link to invite the family.";
    Play: "Jouer", "Play";
    Invite: "Inviter", "Invite";
    FirstTime: "Première fois ?", "First time?";
    BeginnersVersion: "Version débutants", "Beginners' version";
    LearnInMinutes: "Apprendre en 3 minutes", "Learn in 3 minutes";
    GoOnLearning: "Reprendre la leçon", "Resume the lesson";
    PuzzleOfDay: "Devinettes du jour", "Puzzles of the day";
    // Lessons and puzzles.
    Guide: "Guide", "Guide";
    GoOn: "Continuer", "Continue";
    LearnAgain: "Recommencer", "Start again";
    PlayForReal: "Jouer pour de bon", "Play for real";
    DayBefore: "Veille", "Day before";
    DayAfter: "Lendemain", "Day after";
    OpenTables: "Tables ouvertes", "Open tables";
    NoOpenTables: "Aucune table n'attend de joueurs pour l'instant.", "No table is waiting for players right now.";
    YourTables: "Vos parties en cours", "Your games under way";
    Resume: "Reprendre", "Resume";
    LeaveTable: "Quitter", "Leave";
    LeaveForGood: "Quitter pour de bon ?", "Leave for good?";
    Join: "Rejoindre", "Join";
    WatchTable: "Regarder", "Watch";
    // Without the house.
    PlayOffline: "Hors ligne : contre les robots, tout marche.", "Offline: against bots, everything works.";
    NoLocalPlay: "Le jeu sans réseau ne démarre pas dans ce navigateur.", "Play without a network does not start in this browser.";
    PlayedElsewhere: "Cette partie est ouverte dans un autre onglet.", "This match is open in another tab.";
    OnThisDevice: "Sur cet appareil", "On this device";
    OnThisDeviceHelp: "À plusieurs, on se passe l'appareil : la main de chacun est couverte entre deux tours.", "With more than one, the device is passed on: everyone's hand is covered between turns.";
    PlayerName: "Nom du joueur", "Name of player";
    PassTo: "Au tour de", "Next is";
    Uncover: "C'est moi : voir ma main", "It is me: show my hand";
    PlayedOffline: "Jouée hors ligne", "Played offline";
    NotSentYet: "Parties jouées hors ligne qui attendent la maison :", "Matches played offline that wait for the house:";
    NewVersion: "Une nouvelle version est prête.", "A new version is ready.";
    // Setting a table up.
    Options: "Options", "Options";
    PlayWithBots: "Contre les robots", "Against bots";
    PlayWithFriends: "Avec des amis", "With friends";
    OpenTable: "Ouvrir la table", "Open the table";
    OpenTableHelp: "Vous recevrez un lien à partager. Les places restées libres peuvent aller aux robots.", "You will get a link to share. Seats that stay free can go to bots.";
    Players: "Joueurs", "Players";
    BotLevels: "Niveau des robots", "Level of the bots";
    TurnTime: "Temps par tour", "Time for a turn";
    WhoFindsTable: "Qui trouve la table", "Who finds the table";
    AllowHints: "Conseils", "Hints";
    AllowUndo: "Reprendre un coup", "Taking a move back";
    Rated: "Partie classée", "Rated match";
    MeasuredEffects: "Les chiffres viennent de milliers de manches entre quatre robots.", "The figures come from thousands of rounds between four bots.";
    RatedHelp: "Compte pour la cote entre joueurs qui ont leur propre nom ; table publique, sans aide, avec une horloge.", "Counts for ratings between players who have a name of their own; a public table, without help, with a clock.";
    BeginsWhenFull: "Commencer dès que la table est pleine", "Begin as soon as the table is full";
    FastCalls: "Les programmes peuvent annoncer aussi vite qu'ils veulent", "Programs may call as fast as they like";
    AllowTakeover: "Qui vient peut remplacer un robot", "Whoever comes may take over from a bot";
    AsUsual: "Réinitialiser", "Reset";
    NoLimit: "sans limite", "no limit";
    // Who one is.
    PlayingAs: "Vous jouez sous le nom de", "You are playing as";
    ChangeName: "Changer de nom", "Change name";
    NameSaved: "C'est noté.", "Noted.";
    KeepName: "Garder ce nom pour toujours", "Keep this name for ever";
    KeepNameHelp: "Avec un mot de passe, ce nom est à vous seul, sur tous vos appareils, avec ce que vous avez joué.", "With a password this name is yours alone, on all your devices, with all you have played.";
    Claim: "Garder ce nom", "Keep this name";
    HaveName: "J'ai déjà un nom ici", "I already have a name here";
    LogIn: "Se connecter", "Log in";
    LogOut: "Se déconnecter", "Log out";
    NameIsYours: "Ce nom est à vous.", "This name is yours.";
    Password: "Mot de passe", "Password";
    // One's account.
    Account: "Mon compte", "My account";
    Sessions: "Vos sessions", "Your sessions";
    SessionsHelp: "Les appareils où vous êtes connecté. Terminez ce que vous ne reconnaissez pas.", "The devices where you are logged in. End what you do not recognise.";
    ThisDevice: "cet appareil", "this device";
    UnknownDevice: "Appareil inconnu", "Unknown device";
    LastUsed: "Dernier usage", "Last used";
    EndSession: "Terminer", "End";
    EndOtherSessions: "Terminer toutes les autres sessions", "End all other sessions";
    ChangePassword: "Changer de mot de passe", "Change the password";
    ChangePasswordHelp: "Vos autres sessions prennent fin.", "Your other sessions end.";
    OldPassword: "Mot de passe actuel", "Current password";
    NewPassword: "Nouveau mot de passe", "New password";
    YourData: "Vos données", "Your data";
    ExportData: "Télécharger tout ce que la maison garde de moi", "Download all the house keeps of me";
    DeleteAccount: "Supprimer mon compte", "Delete my account";
    DeleteAccountHelp: "Votre nom, votre mot de passe, vos appareils et ce que vous avez dit sont effacés, et votre nom est de nouveau libre. Vos parties restent, sous le nom « Anonyme ». On ne peut pas revenir en arrière.", "Your name, your password, your devices and what you said are erased, and your name is free again. Your matches stay, under the name “Anonymous”. There is no way back.";
    DeleteForGood: "Supprimer pour toujours", "Delete for ever";
    Privacy: "Vie privée", "Privacy";
    // Finding company.
    FindTable: "Trouver une table", "Find a table";
    FindTableHelp: "On vous assied là où l'on attend quelqu'un, ou l'on ouvre une table.", "You are seated where somebody is waiting, or a table is opened.";
    Game: "Jeu", "Game";
    // Gathering.
    WaitingForPlayers: "On attend les joueurs…", "Waiting for players…";
    EverybodyIsHere: "Tout le monde est là : à vous de commencer.", "Everybody is here: you can begin.";
    SitDown: "S'asseoir", "Sit down";
    SitHere: "S'asseoir ici", "Sit here";
    StandUp: "Se lever", "Stand up";
    AddBot: "Ajouter un robot", "Add a bot";
    LockSeats: "Fermer les places", "Lock the seats";
    UnlockSeats: "Rouvrir les places", "Open the seats again";
    FreeTheSeat: "Libérer", "Free";
    Host: "hôte", "host";
    Begin: "Commencer", "Begin";
    FillAndBegin: "Compléter avec des robots et commencer", "Fill with bots and begin";
    InviteTitle: "Invitez la famille", "Invite the family";
    InviteHelp: "Envoyez ce lien, ou faites scanner le code.", "Send this link, or let them scan the code.";
    InviteLink: "Lien d'invitation", "Invitation link";
    Copy: "Copier", "Copy";
    Copied: "Copié !", "Copied!";
    Share: "Partager…", "Share…";
    QrCode: "Code QR du lien d'invitation", "QR code of the invitation link";
    OnlyHere: "Cette adresse ne vaut que sur cet appareil : pour inviter les téléphones de la maison, lancez Tapis avec « tapis serve --lan » (ou « cargo run --release -- --lan »).", "This address works on this device only: to invite the phones of your home, start Tapis with “tapis serve --lan” (or “cargo run --release -- --lan”).";
    TableSetUp: "À cette table", "At this table";
    TableIsFull: "Toutes les places sont prises : vous regardez.", "Every seat is taken: you are watching.";
    WhatName: "Sous quel nom jouez-vous ?", "Which name do you play under?";
    AroundTable: "Les places", "The seats";
    // The first time at a game.
    InShort: "En bref", "In short";
    AllRules: "Toutes les règles", "All the rules";
    WelcomeGoal: "Le but", "The goal";
    WelcomeTurn: "À votre tour", "Your turn";
    WelcomeEnd: "La fin", "The end";
    LetsGo: "C'est parti", "Let's go";
    // History.
    NothingPlayed: "Vous n'avez encore terminé aucune partie. La première vous attend.", "You have not finished a match yet. The first one is waiting.";
    YourRatings: "Vos cotes", "Your ratings";
    SeeSheet: "Voir la feuille", "See the sheet";
    DownloadRecord: "Télécharger la partie", "Download the match";
    RecordFile: "Fichier", "File";
    Older: "Parties plus anciennes", "Older matches";
    Won: "Gagnée", "Won";
    FiguresAtHouse: "Les chiffres sont dans les cahiers de la maison, qui ne répond pas pour l'instant. Ils seront là quand elle répondra.", "The figures are in the books of the house, which does not answer right now. They will be here when it does.";
    // A match looked at again.
    Replay: "Revoir la partie", "Watch the match again";
    LookBack: "Revenir en arrière", "Look back";
    BackToTable: "Retour à la table", "Back to the table";
    NothingToReplay: "Il n'y a encore rien à revoir ici.", "There is nothing to look back at here yet.";
    OpenRecord: "Ouvrir le fichier d'une partie", "Open the file of a match";
    OpenRecordHelp: "Choisissez un fichier de partie, ou déposez-le n'importe où sur la page. Rien n'est envoyé : la partie est rejouée ici.", "Choose the file of a match, or drop it anywhere on the page. Nothing is sent: the match is played again right here.";
    ReplayBar: "Relecture", "Replay";
    ReplayOnly: "C'est une relecture : on ne peut qu'y regarder.", "This is a replay: it can only be watched.";
    ReplayStart: "Au début", "To the beginning";
    ReplayBack: "Un coup en arrière", "One move back";
    ReplayPlay: "Lire", "Play";
    ReplayPause: "Pause", "Pause";
    ReplayNext: "Un coup en avant", "One move on";
    ReplayEnd: "À la fin", "To the end";
    ReplaySeek: "Moment de la partie", "Moment of the match";
    ReplaySpeed: "Vitesse", "Speed";
    ReplayEyes: "Vu par", "Seen by";
    AllHands: "Toutes les mains", "All hands";
    Onlookers: "Spectateurs", "Spectators";
    // Its review.
    Review: "Analyse de la partie", "Review of the match";
    ReviewHelp: "L'expert juge chaque coup des joueurs d'après ce que leur place pouvait savoir. Cela se calcule ici, et prend un moment.", "The expert judges each move of the players by what their seat could know. It is worked out right here, and takes a while.";
    BeginReview: "Analyser", "Begin";
    ReviewRuns: "L'expert examine les coups…", "The expert is looking at the moves…";
    StopReview: "Arrêter", "Stop";
    KeyMoments: "Les moments qui ont compté", "The moments that mattered";
    NoKeyMoments: "Rien à redire : aucun coup n'a clairement coûté.", "Nothing to find fault with: no move clearly cost anything.";
    CurveHelp: "Ce que chacun pouvait attendre de la manche après chaque coup, en avance sur les autres.", "What each could expect of the round after each move, as a lead over the others.";
    // Everywhere.
    Home: "Accueil", "Home";
    Rules: "Règles", "Rules";
    History: "Historique", "History";
    Settings: "Réglages", "Settings";
    Language: "Langue", "Language";
    SwitchLanguage: "FR · EN : passer à l'anglais", "FR · EN: change to French";
    Theme: "Thème", "Theme";
    ThemeSystem: "Comme le système", "Like the system";
    ThemeLight: "Clair", "Light";
    ThemeDark: "Sombre", "Dark";
    Sounds: "Sons", "Sounds";
    Pace: "Rythme des robots", "Pace of the bots";
    PaceSlow: "Lent", "Slow";
    PaceNormal: "Normal", "Normal";
    PaceFast: "Rapide", "Fast";
    OneTap: "Jouer d'un seul toucher", "One tap plays";
    OneTapHelp: "Une carte qui n'a qu'une place se pose dès qu'on la touche.", "A card with only one place is laid as soon as it is touched.";
    NotifyTurn: "Me prévenir quand c'est à moi", "Tell me when it is my turn";
    NotifyTurnHelp: "Par une notification, quand cette page est cachée.", "With a notification, while this page is hidden.";
    NotifyRefused: "Le navigateur ne permet pas les notifications ici.", "The browser does not allow notifications here.";
    YourName: "Votre nom", "Your name";
    Save: "Enregistrer", "Save";
    Close: "Fermer", "Close";
    Cancel: "Annuler", "Cancel";
    HouseUnreachable: "La maison ne répond pas.", "The house does not answer.";
    LineLost: "Connexion perdue : on la rétablit. Rien n'est perdu.", "Connection lost: it is being restored. Nothing is lost.";
    HouseStuck: "La maison ne peut rien noter pour l'instant : on reprend dès qu'elle peut. Rien n'est perdu.", "The house cannot write anything down for the moment: play goes on as soon as it can. Nothing is lost.";
    Loading: "Un instant…", "One moment…";
    Nowhere: "Il n'y a rien à cette adresse.", "There is nothing at this address.";
    SeeRule: "Voir la règle", "See the rule";
    // At a table.
    CardsInHand: "Cartes en main", "Cards in hand";
    YourHand: "Votre main", "Your hand";
    Pile: "Pioche", "Pile";
    Draw: "Piocher", "Draw";
    EndTurn: "Finir le tour", "End turn";
    Pass: "Passer", "Pass";
    Hint: "Indice", "Hint";
    Log: "Déroulement", "Log";
    You: "vous", "you";
    YourTurn: "À vous", "Your turn";
    TheirTurn: "joue", "playing";
    Free: "libre", "free";
    FreeSeat: "Place libre", "Free seat";
    NotThere: "Cette carte ne va pas là.", "This card does not go there.";
    // Between rounds and at the end.
    Scores: "Feuille de score", "Score sheet";
    NextRound: "Manche suivante", "Next round";
    MatchOver: "Partie terminée", "Match over";
    Winner: "gagne", "wins";
    Before: "Avant", "Before";
    Total: "Total", "Total";
    FinalPlace: "Place", "Place";
    NothingLeft: "plus rien", "nothing";
    Ready: "prêt", "ready";
    WaitingForOthers: "On attend les autres…", "Waiting for the others…";
    RoundByRound: "Manche par manche", "Round by round";
    SeeTable: "Voir la table", "See the table";
    Rematch: "Revanche", "Rematch";
    RematchInvites: "La revanche invite tous ceux qui étaient assis ici.", "The rematch invites everybody who sat here.";
    JoinRematch: "Rejoindre la revanche", "Join the rematch";
    Verify: "Vérifier la partie", "Verify the match";
    Deals: "Les donnes sont vérifiées ici", "Deals are checked here";
    Commitment: "engagement", "commitment";
    // Around a game.
    Watching: "Vous regardez cette table.", "You are watching this table.";
    TakeSeat: "Prendre la place", "Take the seat";
    Paused: "La table est en pause : elle attend ses joueurs.", "The table is paused: it waits for its players.";
    TableClosed: "Cette table est rangée : sa partie n'a pas été finie.", "This table was put away: its match was not finished.";
    NewerHouse: "Cette page est plus ancienne que la maison et ne sait pas lire cette table. Rechargez-la.", "This page is older than the house and cannot read this table. Reload it.";
    Reload: "Recharger la page", "Reload the page";
    BackHome: "Retour à l'accueil", "Back home";
    DuplicateEvening: "Soirée en duplicate", "Duplicate evening";
    BackToEvening: "Retour à la soirée", "Back to the evening";
    EveningNeedsHouse: "Une soirée se joue à plusieurs, dans la maison, et la maison ne répond pas. Revenez quand vous aurez du réseau.", "An evening is played with others, in the house, and the house does not answer. Come back when there is a network.";
    StepWaits: "Votre coup partira dès que la connexion sera rétablie.", "Your move will be sent as soon as the connection is back.";
    Thinking: "L'expert réfléchit…", "The expert is thinking…";
    PlayHint: "Jouer", "Play";
    ExpectedLead: "Avance attendue", "Expected lead";
    Chat: "Discussion", "Chat";
    Talk: "Discuter", "Chat";
    Menu: "Menu", "Menu";
    Sheet: "Feuille", "Scores";
    TakeBack: "Annuler", "Undo";
    PutCardBack: "Reposer la carte", "Put it back";
    FullScreen: "Plein écran", "Full screen";
    ToHome: "Retour à l'accueil", "Back to the first screen";
    TableKept: "La partie vous attend : reprenez-la depuis l'accueil quand vous voulez.", "The match waits for you: resume it from the first screen whenever you like.";
    Figures: "Chiffres", "Figures";
    Lay: "Poser", "Lay";
    NothingSaid: "Personne n'a encore rien dit.", "Nobody has said anything yet.";
    YourMessage: "Votre message", "Your message";
    Send: "Envoyer", "Send";
    Silence: "Rendre muet", "Silence";
    LetSpeak: "Rendre la parole", "Let speak";
    FiveGames: "Les cinq jeux", "The five games";
    // DOS.
    Catch: "Contre-DOS !", "Counter-DOS!";
    OwesCall: "doit dire DOS", "must say DOS";
    CallDos: "DOS !", "DOS!";
    Decline: "Refuser le bonus", "Decline the bonus";
    Row: "La rangée", "The row";
    Talon: "Talon", "Discard pile";
    ColourMatch: "couleur", "colour";
    DoubleColour: "double couleur", "double colour";
    Bonus: "bonus", "bonus";
    // Onze.
    DiscardJoker: "Défausser un joker", "Discard a joker";
    Discard: "défausse", "discard";
    HalfRowFull: "Demi-rangée complète", "Half a row is full";
    // Nain Jaune.
    StakesBoard: "Le plateau des mises", "The board of stakes";
    Run: "La suite", "The run";
    OutOfMatch: "sorti", "out";
    DirectionOfPlay: "Sens inverse des aiguilles d'une montre", "Counter-clockwise";
    // Quarante-Six.
    BoardBlue: "Plateau bleu", "Blue board";
    BoardRed: "Plateau rouge", "Red board";
    BoardRandom: "Plateau au hasard", "Random board";
    KeepCard: "Garder la carte", "Keep the card";
    LastCard: "dernière", "last";
    // Rummy.
    TheTable: "La table", "The table";
    NewSet: "Nouvelle combinaison", "New set";
    NewSetHere: "nouveau", "new";
    PutHere: "Poser ici", "Put here";
    PutTiles: "Touchez une combinaison, ou « nouveau » pour en commencer une.", "Tap a set, or “new” to begin one.";
    YourRack: "Votre chevalet", "Your rack";
    SortByColour: "Par couleur", "By colour";
    SortByRank: "Par rang", "By rank";
    UndoChange: "Défaire", "Undo";
    RedoChange: "Refaire", "Redo";
    ResetTurn: "Tout remettre", "Start over";
    TidyUp: "Ranger", "Tidy up";
    ShowPlay: "Montrer un coup", "Show a play";
    RepairTable: "Réparer", "Repair";
    NothingToLay: "Il n'y a rien à poser avec ce chevalet.", "There is nothing to lay from this rack.";
    CannotRepair: "Ces tuiles ne font pas une table : remettez-les.", "These tiles make no table: start over.";
    ReadyToPlay: "Tout est en ordre : jouez quand vous voulez.", "All is in order: play when you like.";
    LaidThisTurn: "posée ce tour-ci", "laid this turn";
    HasOpened: "a ouvert", "opened";
    LastSeconds: "Plus que dix secondes !", "Ten seconds left!";
}

/// One line that says what a game is like.
#[must_use]
pub fn tagline(game: GameId, lang: Lang) -> String {
    let (french, english) = match game {
        GameId::Onze => ("Quatre rangées, des ponts et des jokers.", "Four rows, bridges and jokers."),
        GameId::NainJaune => {
            ("Des suites, du flair et une poignée de jetons.", "Runs, a good nose and a handful of tokens.")
        }
        GameId::Dos => ("Associez les chiffres, visez la couleur.", "Match the numbers, aim for the colour."),
        GameId::Rummy => ("Brelans, suites, et la table à refaire.", "Groups, runs, and a table to remake."),
        GameId::QuaranteSix => ("Posez au bon moment, de case en case.", "Lay at the right time, square by square."),
    };
    set_type(lang.of(french, english), lang)
}

/// Points, short enough for a seat.
#[must_use]
pub fn points(points: i32, lang: Lang) -> String {
    let is_one = points.abs() == 1 || points == 0 && lang == Lang::French;
    let unit = if is_one { "pt" } else { "pts" };
    format!("{}\u{a0}{unit}", lang.number(f64::from(points), 0))
}

/// What a game counts, as the heading of a column.
#[must_use]
pub fn counted(game: GameId, lang: Lang) -> &'static str {
    match game {
        GameId::NainJaune => lang.of("Jetons", "Tokens"),
        _ => "Points",
    }
}

/// How well a bot plays.
#[must_use]
pub fn bot_level(level: BotLevel, lang: Lang) -> &'static str {
    match level {
        BotLevel::Novice => lang.of("robot débutant", "novice bot"),
        BotLevel::Casual => lang.of("robot tranquille", "casual bot"),
        BotLevel::Skilled => lang.of("robot habile", "skilled bot"),
        BotLevel::Expert => lang.of("robot expert", "expert bot"),
    }
}

/// Whether the player of a seat is there, short enough for a seat.
#[must_use]
pub fn here(here: Here, lang: Lang) -> &'static str {
    match here {
        Here::Free => lang.of("libre", "free"),
        Here::Here => lang.of("en ligne", "online"),
        Here::Away => lang.of("absent", "away"),
        Here::StandIn => lang.of("un robot joue", "a bot plays"),
        Here::Gone => lang.of("hors ligne", "offline"),
        Here::Bot => lang.of("robot", "bot"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_written_in_both_languages() {
        for label in Label::ALL {
            for lang in Lang::ALL {
                let said = label.say(lang);
                assert!(!said.trim().is_empty() && said.trim() == said, "{label:?} in {lang:?}: {said:?}");
            }
            let french = label.say(Lang::French);
            assert!(!french.contains([' ']) || !french.contains(" !") && !french.contains(" ?"), "{french:?}");
        }
    }
}
