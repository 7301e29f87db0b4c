// The house in this browser: a worker that runs hosts, bots and solver, and keeps every table in the browser's storage.
// What a table has written down is stored before anybody is told of it.
import init, { Worker as House } from "./house.js";

const MAX_DELAY = 2 ** 31 - 1;
// So long a table is waited for that another tab has.
const PATIENCE_MS = 3_000;
// What the house has is kept here for another day.
const KEPT_MS = 24 * 3_600 * 1_000;

const whole = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
});
const done = (transaction) => new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
});

function openStorage() {
    const opening = indexedDB.open("tapis", 1);
    opening.onupgradeneeded = () => {
        // The records of each table by number, and each table in short.
        opening.result.createObjectStore("records", { keyPath: ["table", "seq"] });
        opening.result.createObjectStore("tables", { keyPath: "table" });
    };
    return whole(opening);
}

const recordsOf = (table) => IDBKeyRange.bound([table, 0], [table, Infinity]);

const storage = await openStorage();
await init();
let house;
let timer;
// What comes in is handled in order: each input when what the one before has written is stored.
let last = Promise.resolve();

// Another tab may have the table: then it is that tab's. The page before this one may be about to let go of it.
const held = new Map();
function hold(table) {
    if (!navigator.locks || held.has(table)) return Promise.resolve(true);
    return new Promise((resolve) => {
        const take = () => {
            resolve(true);
            return new Promise((release) => held.set(table, release));
        };
        const signal = AbortSignal.timeout(PATIENCE_MS);
        navigator.locks.request(`tapis-table-${table}`, { signal }, take).catch(() => resolve(false));
    });
}

async function wake(table) {
    if (house.has(table)) return true;
    if (!await hold(table)) return false;
    const records = await whole(storage.transaction("records").objectStore("records").getAll(recordsOf(table)));
    return house.wake(table, records.map((one) => one.record), Date.now());
}

async function settle() {
    const written = house.takeWritten();
    if (written.length > 0) {
        const transaction = storage.transaction(["records", "tables"], "readwrite");
        const touched = new Set();
        for (let at = 0; at < written.length; at += 3) {
            const [table, seq, record] = written.slice(at, at + 3);
            transaction.objectStore("records").put({ table, seq, record });
            touched.add(table);
        }
        const today = new Date().toISOString().slice(0, 10);
        for (const table of touched) {
            hold(table);
            const old = await whole(transaction.objectStore("tables").get(table));
            const record = house.record(table, old?.day ?? today);
            transaction.objectStore("tables").put({
                day: today, sent: false, ...old, table, summary: house.summary(table), record, changed: Date.now(),
            });
        }
        await done(transaction);
    }
    const outgoing = house.takeOutgoing();
    for (let at = 0; at < outgoing.length; at += 2) postMessage({ line: outgoing[at], text: outgoing[at + 1] });
    clearTimeout(timer);
    const next = house.nextTimeout();
    if (next !== undefined) {
        timer = setTimeout(() => enqueue({ kind: "time" }), Math.min(Math.max(next - Date.now(), 0), MAX_DELAY));
    }
}

const tables = () => storage.transaction("tables").objectStore("tables");

// Changes what is kept of a table.
async function change(table, changed) {
    const transaction = storage.transaction(["records", "tables"], "readwrite");
    const old = await whole(transaction.objectStore("tables").get(table));
    if (old && changed) transaction.objectStore("tables").put({ ...old, ...changed });
    if (!changed) {
        transaction.objectStore("tables").delete(table);
        transaction.objectStore("records").delete(recordsOf(table));
    }
    await done(transaction);
}

const inputs = {
    // The page throws the dice once, and says how long bots take.
    begin: ({ seed, pace }) => { house = new House(seed, pace); },
    time: () => house.onTime(Date.now()),
    connect: async ({ line, table, seat, lang }) => {
        if (await wake(table)) house.connect(line, table, seat, lang, Date.now());
        else postMessage({ line, lost: held.has(table) ? "gone" : "elsewhere" });
    },
    text: ({ line, text }) => house.receive(line, text, Date.now()),
    disconnect: ({ line }) => house.disconnect(line, Date.now()),
    replay: ({ call, ask }) => postMessage({ call, answer: house.replay(ask) }),
    arrange: ({ call, ask }) => postMessage({ call, answer: house.arrange(ask) }),
    guide: ({ call, ask }) => postMessage({ call, answer: house.guide(ask) }),
    ask: ({ call, ask }) => postMessage({ call, answer: house.ask(ask, Date.now()) }),
    tables: async ({ call }) => {
        const isOld = (one) => one.sent && Date.now() - one.changed > KEPT_MS && !house.has(one.table);
        const known = await whole(tables().getAll());
        for (const one of known.filter(isOld)) await change(one.table);
        const all = known.filter((one) => !isOld(one));
        const shown = all.map(({ summary, changed, sent }) => `{"summary":${summary},"changed":${changed},"sent":${sent}}`);
        postMessage({ call, answer: `[${shown.join()}]` });
    },
    unsent: async ({ call }) => {
        const all = (await whole(tables().getAll())).filter((one) => one.record && !one.sent);
        const unsent = all.map(({ summary, record, changed }) => ({ summary: JSON.parse(summary), record, changed }));
        postMessage({ call, answer: JSON.stringify(unsent) });
    },
    sent: async ({ call, table }) => postMessage({ call, answer: JSON.stringify(await change(table, { sent: true }) ?? null) }),
    record: async ({ call, table }) => postMessage({ call, answer: (await whole(tables().get(table)))?.record }),
    forget: async ({ call, table }) => {
        house.putAway(table);
        held.get(table)?.();
        held.delete(table);
        postMessage({ call, answer: JSON.stringify(await change(table) ?? null) });
    },
};

function enqueue(input) {
    last = last.then(() => inputs[input.kind]?.(input)).then(settle).catch((error) => {
        // The page says that it does not work; the console says why.
        console.error(error);
        postMessage({ line: input.line, call: input.call, lost: "broken" });
    });
}

onmessage = ({ data }) => enqueue(data);
postMessage({ ready: true });
