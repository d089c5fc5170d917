// Runs a program of wasm32-wasip1 with its arguments: node run.mjs PROGRAM.wasm ARGUMENTS

import { readFileSync } from 'node:fs'
import { WASI } from 'node:wasi'

const [program, ...rest] = process.argv.slice(2)
const wasi = new WASI({ version: 'preview1', args: [program, ...rest], env: process.env, preopens: { '/': '/' } })
const { instance } = await WebAssembly.instantiate(readFileSync(program), wasi.getImportObject())
wasi.start(instance)
