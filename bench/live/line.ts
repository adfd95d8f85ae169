import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export interface LineShape {
	/** Bandwidth towards the viewer, shared by all requests. */
	bitsPerSecond: number
	/** Added latency from a request to the first byte of its response. */
	roundTripMs: number
	/** Share of failing requests; half of them are answered with 503, half lose their connection. */
	faultShare: number
}

export interface Line {
	url: string
	/** Requests so far, and the number that failed on purpose. */
	requests: number
	faults: number
	/** Stops listening, like a server that is down; connections break. */
	refuse(): void
	/** Keeps connections but sends nothing, like a cut cable. */
	fallSilent(): void
	stop(): void
}

/** Approximate packet size: the unit a slow line delivers at once. */
const packetBytes = 1_400

/** Proxy between viewer and origin, as good as an external line or as bad as a phone's connection. */
export async function openLine(originPort: number, shape?: LineShape): Promise<Line> {
	let isSilent = false
	/** Time at which the line has delivered all data it was given. */
	let freeAt = 0
	const faulty = everyNth(shape?.faultShare ?? 0)

	async function carry(bytes: Buffer, to: ServerResponse) {
		for (let at = 0; at < bytes.length && !to.destroyed; at += packetBytes) {
			const packet = bytes.subarray(at, at + packetBytes)
			if (shape) {
				freeAt = Math.max(performance.now(), freeAt) + (packet.length * 8_000) / shape.bitsPerSecond
				const ms = freeAt - performance.now()
				if (ms > 1) await delay(ms)
			}
			if (!isSilent) to.write(packet)
		}
	}

	async function answer(asked: IncomingMessage, to: ServerResponse) {
		line.requests++
		if (shape) await delay(shape.roundTripMs)
		const fault = faulty()
		if (fault !== undefined) {
			line.faults++
			if (fault % 2 === 0) return void to.writeHead(503, { 'access-control-allow-origin': '*' }).end()
			return void to.destroy()
		}
		const { authorization: _, host: __, ...headers } = asked.headers
		const passed = request({ host: '127.0.0.1', port: originPort, path: asked.url, headers })
		to.on('close', () => passed.destroy())
		passed.on('error', () => to.destroy())
		passed.on('response', async from => {
			if (isSilent) return
			to.writeHead(from.statusCode ?? 502, from.headers)
			for await (const bytes of from) await carry(bytes as Buffer, to)
			if (!isSilent) to.end()
		})
		passed.end()
	}

	const server = createServer((asked, to) => {
		if (!isSilent) answer(asked, to).catch(() => to.destroy())
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const close = () => {
		server.close()
		server.closeAllConnections()
	}
	const line: Line = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests: 0,
		faults: 0,
		refuse: close,
		fallSilent() {
			isSilent = true
		},
		stop: close,
	}
	return line
}

/** Returns the number of the fault if this request fails: at the given rate, at pseudo-random but fixed places. */
function everyNth(share: number): () => number | undefined {
	let seed = 7
	let count = 0
	return () => {
		seed = (seed * 48_271) % 2_147_483_647
		return seed / 2_147_483_647 < share ? count++ : undefined
	}
}
