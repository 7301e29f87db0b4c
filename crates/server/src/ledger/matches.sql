CREATE TABLE matches (
    -- Where the journal says that it ended.
    position INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL,
    game TEXT NOT NULL,
    rated INTEGER NOT NULL,
    -- When it began, where the house knows it.
    began INTEGER,
    ended INTEGER NOT NULL,
    -- When it was sent, if it was played offline.
    sent INTEGER,
    -- Of others only those know who have sat at the table.
    is_public INTEGER NOT NULL,
    -- Who came where, as JSON: it is shown as a whole and never searched.
    places TEXT NOT NULL
);
CREATE TABLE matches_of_player (
    player TEXT NOT NULL,
    position INTEGER NOT NULL,
    -- How they came out; nothing where they lost by forfeit.
    place INTEGER,
    score INTEGER,
    -- The score less that of the best of the others, and less the mean of the bots where there were some.
    lead INTEGER,
    over_bots REAL,
    -- Their rating after it, if it counted for theirs.
    rating INTEGER,
    PRIMARY KEY (player, position)
) WITHOUT ROWID;
CREATE TABLE ratings (
    player TEXT NOT NULL,
    game TEXT NOT NULL,
    mean REAL NOT NULL,
    uncertainty REAL NOT NULL,
    rating INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (player, game)
) WITHOUT ROWID;
-- How many matches of a day have counted for the ratings of two players who met in them; the first id is the smaller.
CREATE TABLE rated_pairs (
    day INTEGER NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (day, first, second)
) WITHOUT ROWID;
CREATE INDEX leaderboard ON ratings (game, rating DESC, player);
