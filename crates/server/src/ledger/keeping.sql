CREATE TABLE acts (
    position INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    -- Both as JSON: shown as a whole and never searched.
    actor TEXT NOT NULL,
    act TEXT NOT NULL
);
CREATE TABLE bans (
    -- As JSON: one of a player or of a network.
    target TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    until INTEGER,
    reason TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE keepers (player TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE reports (
    -- It is also the number of the report.
    position INTEGER PRIMARY KEY,
    reporter TEXT NOT NULL,
    -- From where, if that is known.
    origin INTEGER,
    is_open INTEGER NOT NULL,
    report TEXT NOT NULL
);
CREATE INDEX open_reports ON reports (reporter) WHERE is_open;
CREATE INDEX open_reports_from ON reports (origin) WHERE is_open;
