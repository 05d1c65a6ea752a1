// A QR code of a text: byte mode, error correction L, versions 1 to 25 (ISO/IEC 18004).

const BLOCK_CHECKS = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12];

/** The modules as rows of booleans, dark ones true; null when the text is too long. */
export function qr(text) {
  const bytes = new TextEncoder().encode(text);
  for (let version = 1; version <= BLOCKS.length; version++) {
    const data = packed(bytes, version);
    if (data) return drawn(version, interleaved(data, version));
  }
  return null;
}

// ---------------------------------------------------------------- the codewords

/** How many codewords a version holds, checks included. */
function capacity(version) {
  const marks = version > 1 ? Math.floor(version / 7) + 2 : 0;
  let modules = (16 * version + 128) * version + 64;
  if (marks) modules -= (25 * marks - 10) * marks - 55;
  if (version >= 7) modules -= 36;
  return Math.floor(modules / 8);
}

const dataSize = (version) => capacity(version) - BLOCK_CHECKS[version - 1] * BLOCKS[version - 1];

/** Mode, length, bytes and padding as codewords; null when they do not fit. */
function packed(bytes, version) {
  const bits = [];
  const put = (value, length) => {
    for (let at = length - 1; at >= 0; at--) bits.push((value >> at) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  const room = dataSize(version) * 8;
  if (bits.length > room) return null;
  put(0, Math.min(4, room - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) put(pad, 8);
  return Array.from({ length: room / 8 }, (_, at) => bits.slice(at * 8, at * 8 + 8).reduce((value, bit) => value * 2 + bit, 0));
}

function multiply(one, other) {
  let product = 0;
  for (let at = 7; at >= 0; at--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((other >> at) & 1) * one;
  }
  return product;
}

function divisor(degree) {
  const result = Array(degree).fill(0);
  result[degree - 1] = 1;
  for (let root = 1, step = 0; step < degree; step++, root = multiply(root, 2)) {
    for (let at = 0; at < degree; at++) result[at] = multiply(result[at], root) ^ (result[at + 1] ?? 0);
  }
  return result;
}

function checks(data, by) {
  const rest = by.map(() => 0);
  for (const value of data) {
    const factor = value ^ rest.shift();
    rest.push(0);
    by.forEach((coefficient, at) => (rest[at] ^= multiply(coefficient, factor)));
  }
  return rest;
}

/** The blocks with their checks, one codeword of each in turn. */
function interleaved(data, version) {
  const blocks = BLOCKS[version - 1];
  const whole = capacity(version);
  const short = blocks - (whole % blocks);
  const length = Math.floor(whole / blocks) - BLOCK_CHECKS[version - 1];
  const by = divisor(BLOCK_CHECKS[version - 1]);
  const parts = [];
  for (let at = 0, from = 0; at < blocks; at++) {
    const part = data.slice(from, (from += length + (at < short ? 0 : 1)));
    parts.push({ part, check: checks(part, by) });
  }
  const turns = (pick) => Array.from({ length: length + 1 + by.length }, (_, at) => parts.map((one) => pick(one)[at]).filter((value) => value !== undefined)).flat();
  return [...turns(({ part }) => part), ...turns(({ check }) => check)];
}

// ---------------------------------------------------------------- the picture

const MASKS = [
  (x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3, (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3), (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

function drawn(version, codewords) {
  const size = version * 4 + 17;
  const fixed = patterns(version, size);
  const filled = fill(fixed, size, codewords);
  const masked = MASKS.map((mask, number) => {
    const modules = filled.map((row, y) => row.map((dark, x) => (fixed[y][x] === null ? dark !== (mask(x, y) === 0) : fixed[y][x])));
    format(modules, size, number);
    return modules;
  });
  return masked.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}

/** Finders, timing, alignment, version, and room for the format; null is for data. */
function patterns(version, size) {
  const modules = Array.from({ length: size }, () => Array(size).fill(null));
  const set = (x, y, dark) => {
    if (x >= 0 && y >= 0 && x < size && y < size) modules[y][x] = dark;
  };
  const square = (cx, cy, radius, light) => {
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) set(cx + dx, cy + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  };
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4, [2, 4]);
  const marks = alignment(version, size);
  const last = marks.length - 1;
  marks.forEach((x, i) => marks.forEach((y, j) => {
    const corner = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
    if (!corner) square(x, y, 2, [1]);
  }));
  format(modules, size, 0);
  if (version >= 7) versionInfo(modules, version, size);
  return modules;
}

function alignment(version, size) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => size - 7 - step * (count - 2 - at))];
}

function format(modules, size, mask) {
  const data = (1 << 3) | mask; // 01: level L
  let rest = data;
  for (let at = 0; at < 10; at++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  const bit = (at) => ((bits >> at) & 1) === 1;
  for (let at = 0; at <= 5; at++) modules[at][8] = bit(at);
  modules[7][8] = bit(6);
  modules[8][8] = bit(7);
  modules[8][7] = bit(8);
  for (let at = 9; at < 15; at++) modules[8][14 - at] = bit(at);
  for (let at = 0; at < 8; at++) modules[8][size - 1 - at] = bit(at);
  for (let at = 8; at < 15; at++) modules[size - 15 + at][8] = bit(at);
  modules[size - 8][8] = true;
}

function versionInfo(modules, version, size) {
  let rest = version;
  for (let at = 0; at < 12; at++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let at = 0; at < 18; at++) {
    const dark = ((bits >> at) & 1) === 1;
    const [far, near] = [size - 11 + (at % 3), Math.floor(at / 3)];
    modules[near][far] = dark;
    modules[far][near] = dark;
  }
}

/** The codewords in their zigzag, two columns at a time from the right. */
function fill(fixed, size, codewords) {
  const modules = fixed.map((row) => row.map(() => false));
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (fixed[y][x] === null && at < codewords.length * 8) {
          modules[y][x] = ((codewords[at >> 3] >> (7 - (at & 7))) & 1) === 1;
          at++;
        }
      }
    }
  }
  return modules;
}

/** How hard a picture is to read: long runs, blocks, finder look-alikes, imbalance. */
function penalty(modules) {
  const size = modules.length;
  const columns = modules.map((_, x) => modules.map((row) => row[x]));
  let points = 0;
  for (const row of [...modules, ...columns]) {
    const text = row.map((dark) => (dark ? '1' : '0')).join('');
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
    for (let at = 0; at + 11 <= size; at++) {
      const piece = text.slice(at, at + 11);
      if (piece === '10111010000' || piece === '00001011101') points += 40;
    }
  }
  for (let y = 0; y + 1 < size; y++) {
    for (let x = 0; x + 1 < size; x++) {
      const dark = modules[y][x];
      if (dark === modules[y][x + 1] && dark === modules[y + 1][x] && dark === modules[y + 1][x + 1]) points += 3;
    }
  }
  const dark = modules.flat().filter(Boolean).length;
  return points + Math.floor(Math.abs((dark * 20) / (size * size) - 10)) * 10;
}
