/** Scripted viewers, each with its own connection, in a separate process. */
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { ViewerFigures, ViewerSource } from './processes.ts'

const [count, port] = [Number(process.argv[2]), Number(process.argv[3])]
const { playlists, headers = '' } = JSON.parse(process.argv[4] ?? '') as ViewerSource
/** Delay at which a player 1.2 s behind runs out of media. */
const bufferMs = 1_200
const partMs = 200
const segmentTag = '\n#EXTINF'

interface Reply {
	status: number
	headers: string
	body: Buffer[]
	bytes: number
}

const lastChunk = '0\r\n\r\n'
const isLastChunk = (body: Buffer[]) =>
	Buffer.concat(body.slice(-2)).subarray(-lastChunk.length).toString('latin1') === lastChunk

/** Sends requests in turn on one connection, with a minimal HTTP client, so that a core can run hundreds. */
class Connection {
	private readonly socket: Socket
	private head: Buffer = Buffer.alloc(0)
	private reply: (Reply & { missing: number }) | undefined
	private finish: (reply: Reply) => void = () => {}
	private fail: (error: Error) => void = () => {}

	constructor() {
		this.socket = connect(port, '127.0.0.1').setNoDelay(true)
		this.socket.on('data', (bytes: Buffer) => this.receive(bytes))
		this.socket.on('error', error => this.fail(error))
		this.socket.on('close', () => this.fail(new Error('closed')))
	}

	get(url: string): Promise<Reply> {
		return new Promise((resolve, reject) => {
			this.finish = resolve
			this.fail = reject
			this.socket.write(`GET ${url} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`)
		})
	}

	close() {
		this.socket.destroy()
	}

	private receive(bytes: Buffer) {
		let rest = bytes
		if (!this.reply) {
			this.head = this.head.length === 0 ? rest : Buffer.concat([this.head, rest])
			const end = this.head.indexOf('\r\n\r\n')
			if (end === -1) return
			const headers = this.head.toString('latin1', 0, end)
			// For a chunked response only the end is detected: received bytes are what counts.
			const isChunked = /transfer-encoding: chunked/i.test(headers)
			const length = isChunked ? Number.POSITIVE_INFINITY : Number(/content-length: (\d+)/i.exec(headers)?.[1] ?? 0)
			this.reply = { status: Number(headers.slice(9, 12)), headers, body: [], bytes: 0, missing: length }
			rest = this.head.subarray(end + 4)
			this.head = Buffer.alloc(0)
		}
		const { reply } = this
		reply.body.push(rest)
		reply.bytes += rest.length
		reply.missing -= rest.length
		if (reply.missing > 0 && !(reply.missing === Number.POSITIVE_INFINITY && isLastChunk(reply.body))) return
		this.reply = undefined
		this.finish(reply)
	}
}

const none = { parts: 0, bytes: 0, playlists: 0, playlistBytes: 0, hits: 0, errors: 0, stalls: 0 }
let figures = { ...none }
let latencies: number[] = []
let cpu = process.cpuUsage()
let isOver = false
let timerLateMs = 0
let timerAt = performance.now()
const timerMs = 20
setInterval(() => {
	const now = performance.now()
	timerLateMs = Math.max(timerLateMs, now - timerAt - timerMs)
	timerAt = now
}, timerMs)
const wallTime = () => performance.timeOrigin + performance.now()

/** State of a player between two playlists. */
interface Position {
	query: string
	newest: string | undefined
	/** Time at which its buffer runs out. */
	runsOutAt: number
}

function read(text: string): { parts: string[]; query: string } {
	const parts = [...text.matchAll(/#EXT-X-PART:[^\n]*?URI="([^"]+)"/g)].map(([, uri = '']) => uri)
	const first = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1] ?? 0)
	const skipped = Number(/SKIPPED-SEGMENTS=(\d+)/.exec(text)?.[1] ?? 0)
	const complete = text.split(segmentTag).length - 1
	const open = text.slice(text.lastIndexOf(segmentTag) + 1).match(/#EXT-X-PART:/g)?.length ?? 0
	return { parts, query: `?_HLS_msn=${first + skipped + complete}&_HLS_part=${open}&_HLS_skip=YES` }
}

async function reload(connection: Connection, url: string, position: Position) {
	const playlist = await connection.get(`${url}${position.query}`)
	const path = url.slice(0, url.lastIndexOf('/'))
	figures.bytes += playlist.bytes
	figures.playlists++
	figures.playlistBytes += playlist.bytes
	if (/x-cache: HIT/i.test(playlist.headers)) figures.hits++
	if (playlist.status !== 200) throw new Error(`playlist: ${playlist.status}`)
	const partAt = Number(/x-part-at: ([\d.]+)/i.exec(playlist.headers)?.[1] ?? Number.NaN)
	const { parts, query } = read(Buffer.concat(playlist.body).toString())
	const known = position.newest === undefined ? parts.length - 2 : parts.lastIndexOf(position.newest)
	const fresh = parts.slice(known + 1)
	for (const [i, uri] of fresh.entries()) {
		const part = await connection.get(`${path}/${uri}`)
		if (part.status !== 200) throw new Error(`part: ${part.status}`)
		figures.bytes += part.bytes
		figures.parts++
		// The parts before the newest were available earlier.
		const latency = wallTime() - partAt + (fresh.length - 1 - i) * partMs
		if (position.newest !== undefined && !Number.isNaN(latency)) latencies.push(latency)
		const now = performance.now()
		if (position.newest === undefined) position.runsOutAt = now + bufferMs
		else if (now > position.runsOutAt) {
			figures.stalls++
			position.runsOutAt = now + bufferMs
		} else position.runsOutAt += partMs
		// After a publisher's pause a player has at most a full buffer.
		position.runsOutAt = Math.min(position.runsOutAt, now + bufferMs + partMs)
		position.newest = uri
	}
	position.query = query
}

async function view(url: string) {
	await delay(Math.random() * 1_000)
	while (!isOver) {
		const connection = new Connection()
		const position: Position = { query: '', newest: undefined, runsOutAt: 0 }
		try {
			while (!isOver) await reload(connection, url, position)
		} catch {
			if (isOver) return
			figures.errors++
			await delay(500)
		}
		connection.close()
	}
}

for (let i = 0; i < count; i++) for (const url of playlists) void view(url)
const at = (sorted: number[], share: number) =>
	Math.round((sorted[Math.floor(sorted.length * share)] ?? Number.NaN) * 10) / 10
process.on('message', () => {
	const sorted = latencies.sort((a, b) => a - b)
	const used = process.cpuUsage(cpu)
	const answer: ViewerFigures = {
		...figures,
		p50: at(sorted, 0.5),
		p95: at(sorted, 0.95),
		p99: at(sorted, 0.99),
		timerLateMs: Math.round(timerLateMs),
		cpuMs: (used.user + used.system) / 1000,
	}
	figures = { ...none }
	latencies = []
	timerLateMs = 0
	cpu = process.cpuUsage()
	process.send?.(answer)
})
process.on('disconnect', () => {
	isOver = true
	process.exit(0)
})
process.send?.('ready')
