import { resolve } from 'node:path'
import { done, type Result } from '@parley/core'
import type { IceServer } from '@parley/room'
import * as v from 'valibot'

const port = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535))
const yesNo = v.pipe(
	v.picklist(['0', '1']),
	v.transform(text => text === '1'),
)
const count = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))

const udpPorts = v.pipe(
	v.string(),
	v.regex(/^\d{1,5}-\d{1,5}$/),
	v.check(range => {
		const [from = 0, to = 0] = range.split('-').map(Number)
		return from <= to && to <= 65_535
	}),
)

const iceServers = v.pipe(
	v.string(),
	v.rawTransform(({ dataset, addIssue, NEVER }) => {
		try {
			return JSON.parse(dataset.value) as unknown
		} catch {
			addIssue({ message: 'not JSON' })
			return NEVER
		}
	}),
	v.array(
		v.object({
			urls: v.union([v.string(), v.array(v.string())]),
			username: v.optional(v.string()),
			credential: v.optional(v.string()),
		}),
	),
)

const Environment = v.object({
	PORT: v.optional(port, '8080'),
	HOST: v.optional(v.string()),
	PARLEY_DATA: v.optional(v.pipe(v.string(), v.nonEmpty())),
	PARLEY_DEMO: v.optional(yesNo, '1'),
	PARLEY_URL: v.optional(v.pipe(v.string(), v.url())),
	PARLEY_TLS: v.optional(v.pipe(v.string(), v.regex(/^(self|[^,]+,[^,]+)$/))),
	PARLEY_LOG: v.optional(v.picklist(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
	PARLEY_DEV_VITE: v.optional(v.pipe(v.string(), v.url())),
	PARLEY_TRUST_PROXY: v.optional(yesNo, '0'),
	DATABASE_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//))),
	MEDIA_ANNOUNCED_IP: v.optional(v.pipe(v.string(), v.ip())),
	MEDIA_PORTS: v.optional(udpPorts, '40000-49999'),
	MEDIA_UDP_MUX: v.optional(yesNo, '0'),
	MEDIA_ICE_SERVERS: v.optional(iceServers, '[]'),
	MEDIA_MAX_PARTICIPANTS: v.optional(v.pipe(count, v.minValue(2), v.maxValue(50)), '12'),
})

const meaning: Record<keyof typeof Environment.entries, string> = {
	PORT: 'a port number',
	HOST: 'an address to listen on',
	PARLEY_DATA: 'a folder',
	PARLEY_DEMO: '1 for demo data on an empty store, 0 for none',
	PARLEY_URL: 'the address people open, such as https://meet.example.org',
	PARLEY_TLS: '"self", or two files: certificate.pem,key.pem',
	PARLEY_LOG: 'debug, info, warn, error or silent',
	PARLEY_DEV_VITE: 'the address of the development server of the page',
	PARLEY_TRUST_PROXY: '1 behind a proxy that sets X-Forwarded-For, else 0',
	DATABASE_URL: 'postgres://user:password@host/database',
	MEDIA_ANNOUNCED_IP: 'the IP address people reach this machine at',
	MEDIA_PORTS: 'two UDP ports with a dash between, such as 40000-49999',
	MEDIA_UDP_MUX: '1 for everybody on the first port, else 0',
	MEDIA_ICE_SERVERS: 'a JSON list of TURN servers: [{"urls":…,"username":…,"credential":…}]',
	MEDIA_MAX_PARTICIPANTS: 'how many people one room holds, 2 to 50',
}

export interface Config {
	port: number
	host: string
	dataFolder: string
	demo: boolean
	publicUrl: string | undefined
	tls: { self: true } | { certificate: string; key: string } | undefined
	logLevel: string
	devServer: string | undefined
	trustProxy: boolean
	databaseUrl: string | undefined
	media: {
		announcedIp: string | undefined
		portRange: { from: number; to: number }
		/** Everybody on the first port. */
		udpMux: boolean
		iceServers: IceServer[]
		maxParticipants: number
	}
}

/** Settings that may carry a password are not repeated on a screen. */
const shown = (name: string, value: string | undefined) =>
	name === 'DATABASE_URL' || name === 'MEDIA_ICE_SERVERS' ? '…' : value

/** The whole configuration, or one clear line for each setting that cannot be used. */
export function readConfig(environment: Record<string, string | undefined>): Result<Config, string[]> {
	const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
	const parsed = v.safeParse(Environment, given)
	if (!parsed.success) {
		const names = new Set(parsed.issues.map(issue => String(issue.path?.[0]?.key) as keyof typeof meaning))
		return {
			ok: false,
			failure: [...names].map(name => `${name}=${shown(name, given[name])}: expected ${meaning[name]}`),
		}
	}
	const env = parsed.output
	const [from, to] = env.MEDIA_PORTS.split('-').map(Number) as [number, number]
	return done({
		port: env.PORT,
		// Phones need HTTPS for a camera, so without it there is nothing to gain from listening to the network.
		host: env.HOST ?? (env.PARLEY_TLS ? '0.0.0.0' : '127.0.0.1'),
		dataFolder: resolve(env.PARLEY_DATA ?? '.parley'),
		demo: env.PARLEY_DEMO,
		publicUrl: env.PARLEY_URL?.replace(/\/+$/, ''),
		tls: tlsFrom(env.PARLEY_TLS),
		logLevel: env.PARLEY_LOG,
		devServer: env.PARLEY_DEV_VITE,
		trustProxy: env.PARLEY_TRUST_PROXY,
		databaseUrl: env.DATABASE_URL,
		media: {
			announcedIp: env.MEDIA_ANNOUNCED_IP,
			portRange: { from, to },
			udpMux: env.MEDIA_UDP_MUX,
			iceServers: env.MEDIA_ICE_SERVERS as IceServer[],
			maxParticipants: env.MEDIA_MAX_PARTICIPANTS,
		},
	})
}

function tlsFrom(setting: string | undefined): Config['tls'] {
	if (setting === undefined) return undefined
	if (setting === 'self') return { self: true }
	const [certificate = '', key = ''] = setting.split(',')
	return { certificate: resolve(certificate), key: resolve(key) }
}
