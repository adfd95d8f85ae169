import { join, resolve } from 'node:path'
import { ok, type Result } from '@parley/core'
import type { IceServer } from '@parley/room'
import * as v from 'valibot'
import { parseTrustedProxies, type TrustedProxies } from './clientAddress.ts'
import { isLoopback } from './hostNames.ts'
import type { S3Settings } from './s3Blobs.ts'
import { type SmsSettings, templateSettings } from './smsSettings.ts'

const port = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535))
const zeroOrOne = v.pipe(
	v.picklist(['0', '1']),
	v.transform(text => text === '1'),
)
const count = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))

/** Lower ports belong to the machine's services. */
const firstUserPort = 1_024

const portOrAddress = v.pipe(
	v.string(),
	v.regex(/^(?:[^\s]+:)?\d{1,5}$/),
	v.transform(text => {
		const [, host = '127.0.0.1', digits] = /^(?:(.+):)?(\d+)$/.exec(text) ?? []
		return { host: host.replace(/^\[|\]$/g, ''), port: Number(digits) }
	}),
	v.check(({ port: number }) => number <= 65_535),
)

const portOrOff = v.union([
	v.pipe(
		v.literal('off'),
		v.transform(() => undefined),
	),
	port,
])

const udpPorts = v.pipe(
	v.string(),
	v.regex(/^\d{1,5}-\d{1,5}$/),
	v.check(range => {
		const [from = 0, to = 0] = range.split('-').map(Number)
		return from >= firstUserPort && from <= to && to <= 65_535
	}),
)

const trustedProxies = v.pipe(
	v.string(),
	v.rawTransform(({ dataset, addIssue, NEVER }) => {
		const proxies = parseTrustedProxies(dataset.value)
		if (proxies !== undefined) return proxies
		addIssue({ message: 'neither a number nor addresses' })
		return NEVER
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

const ratio = v.pipe(v.string(), v.regex(/^(?:0|1|0?\.\d+|1\.0+)$/), v.transform(Number))

const otlpHeaders = v.pipe(
	v.string(),
	v.regex(/^[\w-]+=[^,=]*=*(?:,[\w-]+=[^,=]*=*)*$/),
	v.transform(text =>
		Object.fromEntries(
			text.split(',').map(pair => {
				const at = pair.indexOf('=')
				return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]
			}),
		),
	),
)

const turnUrls = v.pipe(
	v.string(),
	v.transform(text => text.split(',').map(url => url.trim())),
	v.array(v.pipe(v.string(), v.regex(/^turns?:[^\s/]+$/))),
)

/** People in a room by engine: the embedded one serves all of them from one process (ROOM-254). */
const largestRoom = { embedded: 50, livekit: 200 }

const Environment = v.object({
	PORT: v.optional(port, '8080'),
	HOST: v.optional(v.string()),
	PARLEY_DATA: v.optional(v.pipe(v.string(), v.nonEmpty())),
	PARLEY_DEMO: v.optional(zeroOrOne),
	PARLEY_URL: v.optional(v.pipe(v.string(), v.url())),
	PARLEY_TLS: v.optional(v.pipe(v.string(), v.regex(/^(self|[^,]+,[^,]+)$/))),
	PARLEY_LOG: v.optional(v.picklist(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
	PARLEY_ACCESS_LOG: v.optional(zeroOrOne),
	PARLEY_DEV_VITE: v.optional(v.pipe(v.string(), v.url())),
	PARLEY_DEV_PORT: v.optional(port),
	PARLEY_TRUST_PROXY: v.optional(trustedProxies, '0'),
	PARLEY_BROWSERS_PER_ADDRESS: v.optional(v.pipe(count, v.minValue(1), v.maxValue(10_000)), '100'),
	PARLEY_METRICS: v.optional(portOrAddress),
	PARLEY_METRICS_TOKEN: v.optional(v.pipe(v.string(), v.regex(/^[\w.~+/=-]{16,}$/))),
	PARLEY_RTMP_PORT: v.optional(portOrOff, '1935'),
	PARLEY_LIVE_WINDOW: v.optional(v.pipe(count, v.minValue(1), v.maxValue(1_440)), '30'),
	PARLEY_FFMPEG: v.optional(v.pipe(v.string(), v.nonEmpty())),
	PARLEY_LIVE_ORIGIN_RTMP: v.optional(v.pipe(v.string(), v.regex(/^rtmps?:\/\/[^\s/]+\/live$/))),
	PARLEY_LIVE_ORIGIN_HLS: v.optional(v.pipe(v.string(), v.regex(/^https?:\/\/[^\s/{}]+\/[^\s{}]*\{stream\}[^\s{}]*$/))),
	PARLEY_LIVE_EDGE_SECRET: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{16,}$/))),
	PARLEY_LIVE_ORIGIN_SECRET: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{16,}$/))),
	APPLE_ISSUER: v.optional(v.pipe(v.string(), v.url()), 'https://appleid.apple.com'),
	APPLE_AUDIENCE: v.optional(v.pipe(v.string(), v.regex(/^[^,\s]+(,[^,\s]+)*$/))),
	APPLE_KEYS_URL: v.optional(v.pipe(v.string(), v.url()), 'https://appleid.apple.com/auth/keys'),
	SMS_HOOK_URL: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https?:/))),
	SMS_HOOK_SECRET: v.optional(v.pipe(v.string(), v.minLength(16))),
	SMS_TENCENT_SECRET_ID: v.optional(v.string()),
	SMS_TENCENT_SECRET_KEY: v.optional(v.string()),
	SMS_TENCENT_APP_ID: v.optional(v.pipe(v.string(), v.regex(/^\d{5,20}$/))),
	SMS_TENCENT_SIGN: v.optional(v.string()),
	SMS_TENCENT_TEMPLATE: v.optional(v.pipe(v.string(), v.regex(/^\d{1,20}$/))),
	SMS_TENCENT_TEMPLATE_ABROAD: v.optional(v.pipe(v.string(), v.regex(/^\d{1,20}$/))),
	SMS_TENCENT_TEMPLATE_GUESSING: v.optional(v.pipe(v.string(), v.regex(/^\d{1,20}$/))),
	SMS_TENCENT_TEMPLATE_GUESSING_ABROAD: v.optional(v.pipe(v.string(), v.regex(/^\d{1,20}$/))),
	SMS_TENCENT_REGION: v.optional(v.string(), 'ap-guangzhou'),
	SMS_TENCENT_ENDPOINT: v.optional(v.pipe(v.string(), v.url()), 'https://sms.tencentcloudapi.com'),
	PARLEY_KEYS: v.optional(v.string()),
	OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https?:/))),
	OTEL_EXPORTER_OTLP_HEADERS: v.optional(otlpHeaders),
	OTEL_SERVICE_NAME: v.optional(v.pipe(v.string(), v.nonEmpty()), 'parley'),
	OTEL_TRACES_SAMPLER_ARG: v.optional(ratio, '1'),
	DATABASE_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//))),
	PARLEY_NODE_URL: v.optional(v.pipe(v.string(), v.regex(/^https?:\/\/[^\s/]+\/?$/))),
	PARLEY_REDIS_URL: v.optional(v.pipe(v.string(), v.regex(/^rediss?:\/\/[^\s]+$/))),
	PARLEY_S3_BUCKET: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9][\w.-]{1,62}$/i))),
	PARLEY_S3_ENDPOINT: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https?:/))),
	PARLEY_S3_REGION: v.optional(v.pipe(v.string(), v.regex(/^[\w-]+$/)), 'us-east-1'),
	PARLEY_S3_KEY: v.optional(v.string()),
	PARLEY_S3_SECRET: v.optional(v.string()),
	PARLEY_LIVEKIT_URL: v.optional(v.pipe(v.string(), v.url(), v.regex(/^wss?:/))),
	PARLEY_LIVEKIT_API_URL: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https?:/))),
	PARLEY_LIVEKIT_ABOVE: v.optional(v.pipe(count, v.minValue(1), v.maxValue(largestRoom.embedded))),
	PARLEY_LIVEKIT_EGRESS: v.optional(v.pipe(v.string(), v.regex(/^rtmps?:\/\/[^\s/]+\/live\/?$/))),
	PARLEY_LIVEKIT_KEY: v.optional(v.string()),
	PARLEY_LIVEKIT_SECRET: v.optional(v.pipe(v.string(), v.minLength(32))),
	MEDIA_ANNOUNCED_IP: v.optional(v.pipe(v.string(), v.ip())),
	MEDIA_PORTS: v.optional(udpPorts, '40000-49999'),
	MEDIA_UDP_MUX: v.optional(zeroOrOne, '0'),
	MEDIA_PRIVATE_CANDIDATES: v.optional(zeroOrOne, '0'),
	MEDIA_ICE_SERVERS: v.optional(iceServers, '[]'),
	TURN_URL: v.optional(turnUrls),
	TURN_SECRET: v.optional(v.pipe(v.string(), v.minLength(16))),
	MEDIA_MAX_PARTICIPANTS: v.optional(v.pipe(count, v.minValue(2), v.maxValue(largestRoom.livekit)), '12'),
})

/** Every environment variable the server reads. */
export const settingNames: readonly string[] = Object.keys(Environment.entries)

const expectedValue: Record<keyof typeof Environment.entries, string> = {
	PORT: 'a port number',
	HOST: 'an address to listen on',
	PARLEY_DATA: 'a folder',
	PARLEY_DEMO:
		'1 for demo data on an empty store, 0 for none; without it, demo data where only this machine reaches the server',
	PARLEY_URL: 'the address people open, such as https://meet.example.org',
	PARLEY_TLS: '"self", or two files: certificate.pem,key.pem',
	PARLEY_LOG: 'debug, info, warn, error or silent',
	PARLEY_ACCESS_LOG: '1 to log each request, else 0',
	PARLEY_DEV_VITE: 'the address of the development server of the page',
	PARLEY_DEV_PORT: 'the port behind the proxy of `npm run dev`',
	PARLEY_TRUST_PROXY:
		'the number of proxies in front, or their addresses and networks, such as 10.0.0.5,172.16.0.0/12; a client must not be able to choose its own address',
	PARLEY_BROWSERS_PER_ADDRESS: 'a number from 1 to 10000',
	PARLEY_METRICS: 'a port on this machine only, such as 9464, or address:port',
	PARLEY_METRICS_TOKEN: 'at least 16 letters and digits, sent as a bearer token with GET /metrics',
	PARLEY_RTMP_PORT: 'the port OBS and others publish to, or "off"',
	PARLEY_LIVE_WINDOW: 'the rewind window of a broadcast in minutes, 1 to 1440',
	PARLEY_LIVE_ORIGIN_RTMP:
		'the address publishers of an outside origin send to, ending in /live, with the two other PARLEY_LIVE_ORIGIN_*',
	PARLEY_LIVE_ORIGIN_HLS:
		'the address of an outside origin’s playlists, with {stream}, with the two other PARLEY_LIVE_ORIGIN_*',
	PARLEY_LIVE_ORIGIN_SECRET:
		'16 or more of A-Z a-z 0-9 _ - for the hooks of an outside origin, with the two other PARLEY_LIVE_ORIGIN_*',
	PARLEY_LIVE_EDGE_SECRET:
		'16 or more of A-Z a-z 0-9 _ -, the same as in the configuration of the edges in front of lives',
	PARLEY_FFMPEG: 'the path of an ffmpeg with libx264, or "off"',
	APPLE_ISSUER: 'the issuer named in identity tokens',
	APPLE_AUDIENCE: 'ids of the apps that tokens are issued for, separated by commas',
	APPLE_KEYS_URL: 'the address of the issuer’s keys (a JWK set)',
	SMS_HOOK_URL: 'the address text messages are sent to, without another sender configured',
	SMS_HOOK_SECRET: 'at least 16 characters, shared with SMS_HOOK_URL',
	SMS_TENCENT_SECRET_ID: 'the id of an API key of Tencent Cloud',
	SMS_TENCENT_SECRET_KEY: 'the API key itself',
	SMS_TENCENT_APP_ID: 'the number of the SMS application there',
	SMS_TENCENT_SIGN: 'the approved signature',
	SMS_TENCENT_TEMPLATE: 'the number of an approved template with two parameters, code and minutes',
	SMS_TENCENT_TEMPLATE_ABROAD: 'the same for numbers outside +86',
	SMS_TENCENT_TEMPLATE_GUESSING: 'the number of an approved template with two parameters, topic and meeting id',
	SMS_TENCENT_TEMPLATE_GUESSING_ABROAD: 'the same for numbers outside +86',
	SMS_TENCENT_REGION: 'a region, such as ap-guangzhou',
	SMS_TENCENT_ENDPOINT: 'the address of its API',
	PARLEY_KEYS: 'a folder',
	OTEL_EXPORTER_OTLP_ENDPOINT: 'the address of an OpenTelemetry collector, such as http://127.0.0.1:4318',
	OTEL_EXPORTER_OTLP_HEADERS: 'headers for the collector, such as api-key=secret,tenant=one',
	OTEL_SERVICE_NAME: 'the name of this service in traces',
	OTEL_TRACES_SAMPLER_ARG: 'the part of requests that are traced, 0 to 1',
	DATABASE_URL: 'postgres://user:password@host/database',
	PARLEY_NODE_URL: 'the address where other servers of the database reach this one, such as http://10.0.0.5:8080',
	PARLEY_REDIS_URL: 'redis://user:password@host:6379, or rediss:// with TLS',
	PARLEY_S3_BUCKET: 'the name of a bucket that exists, where any other PARLEY_S3_* is set',
	PARLEY_S3_ENDPOINT: 'the address of an S3-compatible object store, such as https://s3.example.org',
	PARLEY_S3_REGION: 'a region, such as eu-central-1',
	PARLEY_S3_KEY: 'the id of an access key, with PARLEY_S3_SECRET',
	PARLEY_S3_SECRET: 'the secret of the access key, with PARLEY_S3_KEY',
	PARLEY_LIVEKIT_URL:
		'the address at which browsers reach a LiveKit server, such as wss://livekit.example.org, with PARLEY_LIVEKIT_KEY and PARLEY_LIVEKIT_SECRET',
	PARLEY_LIVEKIT_API_URL: 'the address at which this server reaches it, such as http://10.0.0.5:7880',
	PARLEY_LIVEKIT_ABOVE: `the number of people above which LiveKit has the media of a meeting, 1 to ${largestRoom.embedded}, with the other PARLEY_LIVEKIT_*`,
	PARLEY_LIVEKIT_EGRESS:
		'the address at which LiveKit Egress reaches the RTMP port of this server, such as rtmp://10.0.0.4/live, with the other PARLEY_LIVEKIT_*',
	PARLEY_LIVEKIT_KEY: 'the name of a key in the configuration of LiveKit, with the other PARLEY_LIVEKIT_*',
	PARLEY_LIVEKIT_SECRET: 'the secret of that key, at least 32 characters, with the other PARLEY_LIVEKIT_*',
	MEDIA_ANNOUNCED_IP: 'the public IP address of this machine',
	MEDIA_PORTS: 'two UDP ports from 1024 up, joined by a dash, such as 40000-49999',
	MEDIA_UDP_MUX: '1 to share the first port among all participants, else 0',
	MEDIA_PRIVATE_CANDIDATES: '1 to send checks to private addresses that browsers name, else 0',
	MEDIA_ICE_SERVERS: 'a JSON list of TURN servers: [{"urls":…,"username":…,"credential":…}]',
	TURN_URL:
		'TURN servers, such as turn:turn.example.org or turns:turn.example.org:5349, separated by commas, with TURN_SECRET',
	TURN_SECRET: 'at least 16 characters, the same as static-auth-secret of coturn, with TURN_URL',
	MEDIA_MAX_PARTICIPANTS: `how many people one room holds, 2 to ${largestRoom.embedded}, or with LiveKit to ${largestRoom.livekit}`,
}

/**
 * Availability of demo accounts, the simulated text-message inbox and the signing of identities: wherever the server is
 * reached (set explicitly), on this machine (the default), or never. `leftOut` is the default when other machines reach
 * the server: the demo accounts' password is public.
 */
export type DemoMode = 'everywhere' | 'thisMachine' | 'leftOut' | 'none'

export interface Config {
	/** Port people open. */
	port: number
	host: string
	/** Address the server listens on: the port above, or in development a loopback port behind a proxy. */
	listen: { port: number; host: string }
	dataFolder: string
	/** Folder of the key of the database and of the secrets. */
	keyFolder: string
	/** True if other machines reach the server according to the settings: by its address, or through a proxy. */
	isReachable: boolean
	demo: DemoMode
	publicUrl: string | undefined
	tls: { self: true } | { certificate: string; key: string } | undefined
	logLevel: string
	/** True if each request is logged. */
	accessLog: boolean
	devServer: string | undefined
	/** Proxies whose `X-Forwarded-*` headers are trusted. */
	trustedProxies: TrustedProxies
	/** Number of guest browsers assumed behind one address, such as an office's. */
	browsersPerAddress: number
	/** Access to `/metrics`: on a port of its own, or with a token; disabled if neither is set. */
	metrics: { listen: { host: string; port: number } | undefined; token: string | undefined }
	/** Collector of traces; undefined to send none. */
	tracing:
		| {
				endpoint: string
				headers: Record<string, string>
				serviceName: string
				/** Part of the requests that are traced, 0 to 1. */
				ratio: number
		  }
		| undefined
	databaseUrl: string | undefined
	/** Address of the Redis in which attempts are counted as well. */
	redisUrl: string | undefined
	/** The address at which other servers of the database reach this one; undefined if it has the database for itself. */
	nodeUrl: string | undefined
	/** Object store of pictures, files and recordings; undefined to keep them in the data folder. */
	s3: S3Settings | undefined
	sms: SmsSettings
	/** Issuer of accepted identity tokens; without it none is accepted and no keys are fetched. */
	deviceMaker: { issuer: string; audience: string[]; keysUrl: string } | undefined
	/** Folder of broadcast media; excluded from backups. */
	liveFolder: string
	/** Folder of recorded meetings; excluded from backups. */
	recordingFolder: string
	/** Folder of files in the chats of meetings; excluded from backups. */
	chatFileFolder: string
	live: {
		/** Address publishers connect to; undefined if RTMP is off. */
		rtmp: { host: string; port: number } | undefined
		/** Length of the rewind window. */
		windowMs: number
		/** Shared with the edges in front of live streams. */
		edgeSecret?: string | undefined
		/** Server that receives and serves broadcasts in place of this one. */
		origin: { rtmpUrl: string; hlsUrl: string; hookSecret: string } | undefined
		/** Path of ffmpeg, or `off`; undefined to look for it. */
		ffmpeg: string | undefined
	}
	media: {
		announcedIp: string | undefined
		portRange: { from: number; to: number }
		/** All participants share the first port of the range. */
		udpMux: boolean
		/** True if connectivity checks are sent to private addresses named by a browser. */
		privateCandidates: boolean
		iceServers: IceServer[]
		/** TURN servers that share a secret with this server. */
		turn: { urls: string[]; secret: string } | undefined
		/** The largest number of people in a room, and in one whose media this server has. */
		maxParticipants: number
		maxParticipantsHere: number
		/** The LiveKit server that has the media of all rooms, or of large ones; undefined where this server has them. */
		livekit: LivekitSettings | undefined
	}
}

export interface LivekitSettings {
	/** Address that pages connect to, `wss:` or `ws:`. */
	url: string
	/** Address of its API for this server. */
	apiUrl: string
	key: string
	secret: string
	/** It gets the media of a room with more people than this; missing where it has those of all rooms. */
	above?: number
	/** Address at which its Egress publishes to this server over RTMP; missing without an Egress. */
	egressUrl?: string
}

/** Values that may contain a password are redacted. */
const redact = (name: string, value: string | undefined) =>
	name === 'DATABASE_URL' ||
	name === 'PARLEY_REDIS_URL' ||
	name === 'MEDIA_ICE_SERVERS' ||
	/SECRET|TOKEN|HEADERS/.test(name)
		? '…'
		: value

/** Returns the configuration, or one message for each invalid setting. */
export function readConfig(environment: Record<string, string | undefined>): Result<Config, string[]> {
	const setVariables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
	const parsed = v.safeParse(Environment, setVariables)
	if (!parsed.success) {
		const names = new Set(parsed.issues.map(issue => String(issue.path?.[0]?.key) as keyof typeof expectedValue))
		return {
			ok: false,
			failure: [...names].map(name => `${name}=${redact(name, setVariables[name])}: expected ${expectedValue[name]}`),
		}
	}
	const env = parsed.output
	const sms = parseSms(env)
	if (!sms.ok) return { ok: false, failure: sms.failure.map(name => `${name}: expected ${expectedValue[name]}`) }
	const origin = parseLiveOrigin(env)
	if (!origin.ok) return { ok: false, failure: origin.failure.map(name => `${name}: expected ${expectedValue[name]}`) }
	const turn = parseTurn(env)
	if (!turn.ok) return { ok: false, failure: turn.failure.map(name => `${name}: expected ${expectedValue[name]}`) }
	const livekit = parseLivekit(env)
	if (!livekit.ok)
		return { ok: false, failure: livekit.failure.map(name => `${name}: expected ${expectedValue[name]}`) }
	const { MEDIA_MAX_PARTICIPANTS: maxParticipants } = env
	if (!livekit.value && maxParticipants > largestRoom.embedded)
		return {
			ok: false,
			failure: [`MEDIA_MAX_PARTICIPANTS=${maxParticipants}: expected ${expectedValue.MEDIA_MAX_PARTICIPANTS}`],
		}
	const lacked = lackedByNode(env)
	if (lacked.length > 0)
		return { ok: false, failure: lacked.map(name => `${name}: expected a value, because PARLEY_NODE_URL is set`) }
	const s3 = parseS3(env, setVariables.PARLEY_S3_REGION !== undefined)
	if (!s3.ok) return { ok: false, failure: s3.failure.map(name => `${name}: expected ${expectedValue[name]}`) }
	// Phones need HTTPS for their camera, so without it listening on the network gains nothing.
	const host = env.HOST ?? (env.PARLEY_TLS ? '0.0.0.0' : '127.0.0.1')
	const isReachable =
		!isLoopback(host) ||
		env.PARLEY_TRUST_PROXY !== 0 ||
		(env.PARLEY_URL !== undefined && !isLoopback(new URL(env.PARLEY_URL).hostname))
	const dataFolder = resolve(env.PARLEY_DATA ?? '.parley')
	const [from, to] = env.MEDIA_PORTS.split('-').map(Number) as [number, number]
	return ok({
		port: env.PORT,
		host,
		listen: env.PARLEY_DEV_PORT ? { port: env.PARLEY_DEV_PORT, host: '127.0.0.1' } : { port: env.PORT, host },
		dataFolder,
		keyFolder: env.PARLEY_KEYS === undefined ? dataFolder : resolve(env.PARLEY_KEYS),
		liveFolder: join(dataFolder, 'live'),
		recordingFolder: join(dataFolder, 'recordings'),
		chatFileFolder: join(dataFolder, 'chat-files'),
		isReachable,
		demo: demoMode(env.PARLEY_DEMO, isReachable),
		publicUrl: env.PARLEY_URL?.replace(/\/+$/, ''),
		tls: parseTls(env.PARLEY_TLS),
		logLevel: env.PARLEY_LOG,
		// Keeps the terminal readable for those who try Parley.
		accessLog: env.PARLEY_ACCESS_LOG ?? isReachable,
		devServer: env.PARLEY_DEV_VITE,
		trustedProxies: env.PARLEY_TRUST_PROXY,
		browsersPerAddress: env.PARLEY_BROWSERS_PER_ADDRESS,
		metrics: { listen: env.PARLEY_METRICS, token: env.PARLEY_METRICS_TOKEN },
		tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
			? {
					endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
					headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
					serviceName: env.OTEL_SERVICE_NAME,
					ratio: env.OTEL_TRACES_SAMPLER_ARG,
				}
			: undefined,
		databaseUrl: env.DATABASE_URL,
		redisUrl: env.PARLEY_REDIS_URL,
		nodeUrl: env.PARLEY_NODE_URL?.replace(/\/$/, ''),
		s3: s3.value,
		sms: sms.value,
		deviceMaker: env.APPLE_AUDIENCE
			? { issuer: env.APPLE_ISSUER, audience: env.APPLE_AUDIENCE.split(','), keysUrl: env.APPLE_KEYS_URL }
			: undefined,
		live: {
			rtmp: env.PARLEY_RTMP_PORT === undefined || origin.value ? undefined : { host, port: env.PARLEY_RTMP_PORT },
			windowMs: env.PARLEY_LIVE_WINDOW * 60_000,
			edgeSecret: env.PARLEY_LIVE_EDGE_SECRET,
			origin: origin.value,
			ffmpeg: env.PARLEY_FFMPEG,
		},
		media: {
			announcedIp: env.MEDIA_ANNOUNCED_IP,
			portRange: { from, to },
			udpMux: env.MEDIA_UDP_MUX,
			privateCandidates: env.MEDIA_PRIVATE_CANDIDATES,
			iceServers: env.MEDIA_ICE_SERVERS as IceServer[],
			turn: turn.value,
			maxParticipants,
			maxParticipantsHere: Math.min(maxParticipants, largestRoom.embedded),
			livekit: livekit.value,
		},
	})
}

const requiredByNodes = ['DATABASE_URL', 'PARLEY_REDIS_URL', 'PARLEY_S3_BUCKET'] as const

/** Returns the settings that a node lacks: nodes have nothing in common but what these name. */
const lackedByNode = (env: v.InferOutput<typeof Environment>): string[] =>
	env.PARLEY_NODE_URL === undefined ? [] : requiredByNodes.filter(name => !env[name])

/** Returns both settings of TURN servers with a shared secret, or undefined; otherwise the name of the one that is missing. */
function parseTurn({ TURN_URL: urls, TURN_SECRET: secret }: v.InferOutput<typeof Environment>) {
	if (urls && secret) return ok({ urls, secret })
	if (!urls && !secret) return ok(undefined)
	return { ok: false as const, failure: [urls ? ('TURN_SECRET' as const) : ('TURN_URL' as const)] }
}

const livekitSettings = ['PARLEY_LIVEKIT_URL', 'PARLEY_LIVEKIT_KEY', 'PARLEY_LIVEKIT_SECRET'] as const

/** Returns the settings of a LiveKit server, or undefined; otherwise the names of those missing. */
function parseLivekit(env: v.InferOutput<typeof Environment>) {
	const missing = livekitSettings.filter(name => env[name] === undefined)
	const [url, key, secret] = livekitSettings.map(name => env[name])
	const { PARLEY_LIVEKIT_API_URL: apiUrl, PARLEY_LIVEKIT_EGRESS: egressUrl, PARLEY_LIVEKIT_ABOVE: above } = env
	if (url && key && secret)
		return ok<LivekitSettings>({
			url,
			apiUrl: apiUrl ?? url.replace(/^ws/, 'http'),
			key,
			secret,
			...(above !== undefined && { above }),
			...(egressUrl && { egressUrl: egressUrl.replace(/\/$/, '') }),
		})
	return missing.length === livekitSettings.length && !apiUrl && !egressUrl && above === undefined
		? ok(undefined)
		: { ok: false as const, failure: missing }
}

/** Returns the bucket and how it is reached, or undefined; otherwise the names of settings that are missing. */
function parseS3(env: v.InferOutput<typeof Environment>, hasRegion: boolean) {
	const { PARLEY_S3_BUCKET: bucket, PARLEY_S3_ENDPOINT: endpoint, PARLEY_S3_REGION: region } = env
	const { PARLEY_S3_KEY: accessKeyId, PARLEY_S3_SECRET: secretAccessKey } = env
	const missing = (name: 'PARLEY_S3_BUCKET' | 'PARLEY_S3_KEY' | 'PARLEY_S3_SECRET') => ({
		ok: false as const,
		failure: [name],
	})
	if (!bucket)
		return endpoint || hasRegion || accessKeyId || secretAccessKey ? missing('PARLEY_S3_BUCKET') : ok(undefined)
	if (!accessKeyId && secretAccessKey) return missing('PARLEY_S3_KEY')
	if (accessKeyId && !secretAccessKey) return missing('PARLEY_S3_SECRET')
	const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined
	return ok<S3Settings>({ bucket, endpoint, region, credentials })
}

const originSettings = ['PARLEY_LIVE_ORIGIN_RTMP', 'PARLEY_LIVE_ORIGIN_HLS', 'PARLEY_LIVE_ORIGIN_SECRET'] as const

/** Returns the three settings of an external origin, or undefined; otherwise the names of those missing. */
function parseLiveOrigin(env: Pick<v.InferOutput<typeof Environment>, (typeof originSettings)[number]>) {
	const missing = originSettings.filter(name => env[name] === undefined)
	const [rtmpUrl, hlsUrl, hookSecret] = originSettings.map(name => env[name])
	if (rtmpUrl && hlsUrl && hookSecret) return ok({ rtmpUrl, hlsUrl, hookSecret })
	return missing.length === originSettings.length ? ok(undefined) : { ok: false as const, failure: missing }
}

function demoMode(isWritten: boolean | undefined, isReachable: boolean): DemoMode {
	if (isWritten !== undefined) return isWritten ? 'everywhere' : 'none'
	return isReachable ? 'leftOut' : 'thisMachine'
}

const hookNames = ['SMS_HOOK_URL', 'SMS_HOOK_SECRET'] as const
const tencentNames = [
	'SMS_TENCENT_SECRET_ID',
	'SMS_TENCENT_SECRET_KEY',
	'SMS_TENCENT_APP_ID',
	'SMS_TENCENT_SIGN',
	'SMS_TENCENT_TEMPLATE',
] as const

const templateNames = Object.values(templateSettings).flatMap(({ mainland, abroad }) => [mainland, abroad])
const templatesOf = (env: v.InferOutput<typeof Environment>) =>
	Object.fromEntries(
		Object.entries(templateSettings).map(([kind, { mainland, abroad }]) => [
			kind,
			{ mainland: env[mainland], abroad: env[abroad] },
		]),
	) as Extract<SmsSettings, { sender: 'tencent' }>['templates']

/** Returns the configured sender, or the names of missing settings: a partly configured sender is an error. */
function parseSms(env: v.InferOutput<typeof Environment>): Result<SmsSettings, (keyof typeof expectedValue)[]> {
	const missing = (names: readonly (keyof typeof env)[]) => names.filter(name => env[name] === undefined)
	const isAnySet = (names: readonly (keyof typeof env)[]) => missing(names).length < names.length
	const isTencent = isAnySet([...tencentNames, ...templateNames])
	if (isAnySet(hookNames) && isTencent) return { ok: false, failure: ['SMS_HOOK_URL'] }
	if (isAnySet(hookNames)) {
		const { SMS_HOOK_URL: url, SMS_HOOK_SECRET: secret } = env
		if (url === undefined || secret === undefined) return { ok: false, failure: missing(hookNames) }
		return ok({ sender: 'hook', url, secret })
	}
	if (!isTencent) return ok({ sender: 'simulated' })
	if (missing(tencentNames).length > 0) return { ok: false, failure: missing(tencentNames) }
	return ok({
		sender: 'tencent',
		secretId: env.SMS_TENCENT_SECRET_ID ?? '',
		secretKey: env.SMS_TENCENT_SECRET_KEY ?? '',
		appId: env.SMS_TENCENT_APP_ID ?? '',
		sign: env.SMS_TENCENT_SIGN ?? '',
		templates: templatesOf(env),
		region: env.SMS_TENCENT_REGION,
		endpoint: env.SMS_TENCENT_ENDPOINT,
	})
}

function parseTls(setting: string | undefined): Config['tls'] {
	if (setting === undefined) return undefined
	if (setting === 'self') return { self: true }
	const [certificate = '', key = ''] = setting.split(',')
	return { certificate: resolve(certificate), key: resolve(key) }
}
