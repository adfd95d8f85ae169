import { type ClientHttp2Session, connect } from 'node:http2'
import { setTimeout as delay } from 'node:timers/promises'
import { type Attack, withServer } from './attack.ts'

const connections = 10
const streamsOfEach = 100
const withinMs = 50_000

export const attack: Attack = {
	tried: `${connections * streamsOfEach} half-open HTTP/2 streams on ${connections} connections`,
	run: () =>
		withServer({ PARLEY_TLS: 'self' }, async server => {
			const url = server.url.replace('http:', 'https:')
			const sessions = Array.from({ length: connections }, () => connect(url, { rejectUnauthorized: false }))
			for (const session of sessions) session.on('error', () => {})
			const started = Date.now()
			const streams = sessions.flatMap(session => Array.from({ length: streamsOfEach }, () => openHalf(session)))
			const other = connect(url, { rejectUnauthorized: false })
			const waitMs = await timeOf(other, '/readyz')
			const closed = await Promise.race([Promise.all(streams), delay(withinMs).then(() => undefined)])
			for (const session of [...sessions, other]) session.destroy()
			const last = closed ? Math.max(...closed) - started : undefined
			return {
				result: `another client was answered in ${waitMs} ms; ${last === undefined ? `some were still open after ${withinMs / 1000} s` : `all were closed after ${(last / 1000).toFixed(0)} s`}`,
				holds: last !== undefined && waitMs < 2_000,
			}
		}),
}

/** Sends a request whose body never ends; returns the time at which it was closed. */
function openHalf(session: ClientHttp2Session): Promise<number> {
	const headers = { ':method': 'POST', ':path': '/auth/login', 'content-type': 'application/json' }
	const stream = session.request(headers, { endStream: false })
	stream.on('error', () => {}).resume()
	stream.write('{"name":')
	return new Promise(resolve => stream.once('close', () => resolve(Date.now())))
}

function timeOf(session: ClientHttp2Session, path: string): Promise<number> {
	const started = Date.now()
	const stream = session.request({ ':path': path })
	stream.resume()
	return new Promise((resolve, reject) => {
		stream.once('error', reject).once('end', () => resolve(Date.now() - started))
	})
}
