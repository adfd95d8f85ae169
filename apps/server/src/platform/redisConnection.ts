const pingIntervalMs = 5_000
/** A connection on which nothing arrives for this long, not even the answer to a ping, is broken or its server hangs. */
const silentMs = 12_000
const reconnectDelayMs = { step: 100, max: 2_000 }

/** Settings of a client whose commands are worth nothing later: they fail at once while it reconnects. */
export const redisSettings = (url: string) => ({
	url,
	disableOfflineQueue: true,
	pingInterval: pingIntervalMs,
	socket: {
		socketTimeout: silentMs,
		reconnectStrategy: (retries: number) => Math.min((retries + 1) * reconnectDelayMs.step, reconnectDelayMs.max),
	},
})

interface Client {
	on(event: string, listener: (error: unknown) => void): unknown
}

/** Warns once whenever the connection is lost. */
export function warnWhenLost(client: Client, log: { warn(fields: object, message: string): void }, message: string) {
	let isLost = false
	client.on('ready', () => {
		isLost = false
	})
	client.on('error', error => {
		if (!isLost) log.warn({ err: error }, message)
		isLost = true
	})
}
