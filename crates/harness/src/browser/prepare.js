// Before anything of a page runs: what its browser remembers, dice that come from a seed, and whether notices stay.

(([seed, remembered, noticesStay]) => {
    // What is shown for a while is taken away by a timeout of some seconds; shorter ones are part of what is shown.
    const shownForMs = 3000;
    if (noticesStay) {
        const { setTimeout } = window;
        window.setTimeout = (call, wait, ...rest) => (wait >= shownForMs ? 0 : setTimeout(call, wait, ...rest));
    }
    let loads = 0;
    try {
        if (sessionStorage.getItem("harness.newcomer")) {
            for (const name of Object.keys(remembered)) {
                if (name.startsWith("tapis.welcomed.")) {
                    localStorage.removeItem(name);
                    delete remembered[name];
                }
            }
        }
        for (const [name, value] of Object.entries(remembered)) {
            if (localStorage.getItem(name) === null) localStorage.setItem(name, value);
        }
        // Each page that is loaded has dice of its own: what names an ask may not come twice.
        loads = Number(sessionStorage.getItem("harness.loads") ?? 0);
        sessionStorage.setItem("harness.loads", loads + 1);
    } catch {
        // A page that is at no house has no memory.
    }
    let state = (Math.imul(seed, 0x9e3779b1) + Math.imul(loads, 0x85ebca6b)) | 0;
    // The generator mulberry32.
    const next = () => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return (mixed ^ (mixed >>> 14)) >>> 0;
    };
    Math.random = () => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53;
    Crypto.prototype.getRandomValues = (array) => {
        const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
        bytes.forEach((_, place) => { bytes[place] = next(); });
        return array;
    };
})
