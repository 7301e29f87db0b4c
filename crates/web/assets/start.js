import init from "./app.js";
await init();
