// A game server of Node under the same load as ours, as one JSON object.
//
// Use: node rooms.js <colyseus|boardgameio> <tables> <seconds> [milliseconds between two moves at a table]
//
// The packages come from the registry of npm into a folder of the user's cache on first use, with exact versions.
// Four connections a table; a move counts when all four have received what it brought about, and the next one is
// made at once. The server is held to the first core. Updates are counted and, at one table of twenty, looked at
// for cards that should be hidden; to read all of them would make the client the slower side.
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const { createRequire } = require('module');
const { execFileSync, spawn } = require('child_process');
const game = require('./rooms_game.js');

const PACKAGES = {
  colyseus: [
    '--legacy-peer-deps', '@colyseus/core@0.18.17', '@colyseus/ws-transport@0.18.4', '@colyseus/schema@5.0.34',
    '@colyseus/sdk@0.18.4', '@colyseus/better-call@1.3.3', 'express@5.3.0', 'zod@4.6.7',
  ],
  boardgameio: ['boardgame.io@0.50.2', 'ws@8.22.2'],
};
const WARM_UP_MS = 3000;
const OPENING_MS = 30000;
const JOINING = 16;
const LOOKED_AT = 20;

const [peer, tablesWanted, secondsWanted, everyWanted] = process.argv.slice(2);
const [tables, seconds, every] = [Number(tablesWanted), Number(secondsWanted), Number(everyWanted || 0)];
// Below the ports the system gives out by itself.
const port = 20000 + (process.pid % 6000) * 2;
const folder = path.join(os.homedir(), '.cache', 'tapis-bench', peer);
const sleep = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

function install() {
  const wanted = PACKAGES[peer].join(' ');
  const note = path.join(folder, 'installed');
  if (fs.existsSync(note) && fs.readFileSync(note, 'utf8') === wanted) return;
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{"name":"peer","private":true,"version":"1.0.0"}');
  const npm = ['install', '--no-audit', '--no-fund', '--save-exact', ...PACKAGES[peer]];
  execFileSync('npm', npm, { cwd: folder, stdio: ['ignore', 2, 2] });
  fs.writeFileSync(note, wanted);
}

const play = { moves: 0, updates: 0, bytes: 0, latencies: [], isOn: true };

// One table: four senders, and how many of them have heard of the move under way.
class Group {
  constructor() {
    this.send = [];
    this.turn = 0;
    this.heard = 0;
  }

  move() {
    if (!play.isOn) return;
    this.heard = 0;
    this.sent = performance.now();
    this.send[this.turn % game.SEATS](this.turn % game.HAND);
  }

  // One of the four has the state after `turn` moves.
  hear(turn, bytes) {
    if (turn !== this.turn + 1) return;
    play.updates++;
    play.bytes += bytes;
    if (++this.heard < game.SEATS) return;
    this.turn++;
    play.moves++;
    const took = performance.now() - this.sent;
    play.latencies.push(took);
    if (every) setTimeout(() => this.move(), Math.max(0, every - took));
    else this.move();
  }
}

async function joinColyseus(group, isLookedAt) {
  const need = createRequire(path.join(folder, 'package.json'));
  const { Client } = need('@colyseus/sdk');
  const client = new Client(`ws://127.0.0.1:${port}`);
  const rooms = [];
  for (let seat = 0; seat < game.SEATS; seat++) {
    const room = seat === 0 ? await client.create('cards') : await client.joinById(rooms[0].roomId);
    rooms.push(room);
    await new Promise((resolve) => {
      room.onStateChange((table) => {
        resolve();
        if (!isLookedAt || !group.isPlaying) return;
        table.hands.forEach((hand, other) => {
          const seen = hand.cards ? hand.cards.length : 0;
          if (seen !== (other === seat ? game.HAND : 0)) throw new Error(`seat ${seat} sees ${seen} of ${other}`);
        });
        group.hear(table.turn, 0);
      });
    });
    group.send.push((index) => room.send('lay', index));
  }
  group.begin = () => {
    group.isPlaying = true;
    if (isLookedAt) return;
    rooms.forEach((room) => {
      let turn = 0;
      room.connection.events.onmessage = (event) => {
        const bytes = new Uint8Array(event.data);
        const patchOfState = 15;
        if ((bytes[0] & 31) === patchOfState) group.hear(++turn, bytes.length);
      };
    });
  };
}

async function joinBoardgameio(group, isLookedAt) {
  const need = createRequire(path.join(folder, 'package.json'));
  const WebSocket = need('ws');
  const post = async (address, body) => {
    const headers = { 'content-type': 'application/json' };
    const at = `http://127.0.0.1:${port + 1}/games/cards/${address}`;
    const answer = await fetch(at, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return answer.json();
  };
  const { matchID } = await post('create', { numPlayers: game.SEATS });
  for (let seat = 0; seat < game.SEATS; seat++) {
    const playerID = String(seat);
    const { playerCredentials: credentials } = await post(`${matchID}/join`, { playerID, playerName: playerID });
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
    });
    const say = (...message) => socket.send(`42/cards,${JSON.stringify(message)}`);
    await new Promise((resolve, reject) => {
      socket.on('error', reject);
      socket.on('message', (data) => {
        const text = data.toString('latin1');
        if (text === '2') socket.send('3');
        else if (text.startsWith('0')) socket.send('40/cards,');
        else if (text.startsWith('40/cards')) say('sync', matchID, playerID, credentials, game.SEATS);
        else if (text.startsWith('42/cards,["sync"')) resolve();
        else if (text.startsWith('42/cards,["update"')) {
          const number = '"_stateID":';
          const turn = parseInt(text.slice(text.indexOf(number) + number.length), 10);
          if (isLookedAt) {
            const { hands } = JSON.parse(text.slice('42/cards,'.length))[2].G;
            const isRight = hands.every((hand, other) => Array.isArray(hand) === (other === seat));
            if (!isRight) throw new Error(`seat ${seat} sees other hands`);
          }
          group.hear(turn, text.length);
        }
      });
    });
    group.send.push((index) => {
      const move = { type: 'lay', args: [index], playerID, credentials };
      say('update', { type: 'MAKE_MOVE', payload: move }, group.turn, matchID, playerID);
    });
  }
  group.begin = () => {};
}

// CPU seconds of a process, or of everybody.
function cpuSeconds(pid) {
  const figures = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
  return (Number(figures[11]) + Number(figures[12])) / 100;
}

function machineCpuSeconds() {
  const ticks = fs.readFileSync('/proc/stat', 'utf8').split('\n')[0].split(/\s+/).slice(1).map(Number);
  return [0, 1, 2, 5, 6].reduce((sum, at) => sum + ticks[at], 0) / 100;
}

const memoryKb = (pid) => Number(fs.readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4;

async function main() {
  install();
  const server = spawn('taskset', ['-c', '0', process.execPath, path.join(__dirname, `rooms_${peer}.js`)], {
    stdio: ['ignore', 2, 2, 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), PEER_FOLDER: folder },
  });
  process.on('exit', () => server.kill('SIGKILL'));
  server.on('exit', () => process.exit(1));
  const opened = new Promise((resolve) => server.once('message', resolve));
  const tooLate = sleep(OPENING_MS).then(() => Promise.reject(new Error('the server does not open')));
  // The one that comes second is not an error any more.
  tooLate.catch(() => {});
  await Promise.race([opened, tooLate]);
  const join = peer === 'colyseus' ? joinColyseus : joinBoardgameio;
  await join(new Group(), false);
  const idle = memoryKb(server.pid);
  const groups = Array.from({ length: tables }, () => new Group());
  let next = 0;
  const joining = async () => {
    while (next < tables) {
      const number = next++;
      await join(groups[number], number % LOOKED_AT === 0);
    }
  };
  await Promise.all(Array.from({ length: JOINING }, joining));
  await sleep(500);
  const joined = memoryKb(server.pid);
  groups.forEach((group, number) => {
    group.begin();
    setTimeout(() => group.move(), every ? (every * number) / tables : 0);
  });
  await sleep(WARM_UP_MS);
  const figures = () => [cpuSeconds(server.pid), cpuSeconds('self'), machineCpuSeconds()];
  const [before, begin] = [figures(), performance.now()];
  Object.assign(play, { moves: 0, updates: 0, bytes: 0, latencies: [] });
  await sleep(seconds * 1000);
  const [after, took] = [figures(), (performance.now() - begin) / 1000];
  play.isOn = false;
  const [served, own, all] = after.map((figure, at) => figure - before[at]);
  const latencies = play.latencies.sort((one, other) => one - other);
  const millis = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))];
  const counted = play.updates * (1 - (peer === 'colyseus' ? 1 / LOOKED_AT : 0));
  console.log(JSON.stringify({
    server: peer, tables, pace_ms: every || null, seconds: took,
    moves_per_second: play.moves / took, moves_per_server_cpu_second: play.moves / served,
    p50_ms: millis(0.5), p99_ms: millis(0.99), max_ms: millis(1),
    server_cpu_percent: (served / took) * 100, client_cpu_percent: (own / took) * 100,
    others_cpu_percent: Math.max(0, ((all - served - own) / took) * 100),
    bytes_per_update: play.bytes / Math.max(1, counted), kb_per_table: (joined - idle) / tables,
  }));
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
