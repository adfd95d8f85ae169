import type { BrowserContext, Page } from 'playwright-core'

/** Chromium with a camera and a microphone of its own that show and say something, and nobody to ask. */
export const mediaArguments = [
	'--use-fake-device-for-media-stream',
	'--use-fake-ui-for-media-stream',
	'--no-sandbox',
	'--disable-background-networking',
	'--disable-background-timer-throttling',
	'--disable-renderer-backgrounding',
	'--disable-backgrounding-occluded-windows',
]

/** What arrives of one remote source. */
export interface Arriving {
	kind: 'audio' | 'video'
	track: string
	framesDecoded: number
	totalAudioEnergy: number
	audioLevel: number
	packetsReceived: number
	packetsLost: number
	/** Sender reports of the source were heard: picture and sound can be kept together. */
	reportsReceived: number
}

interface Stats {
	type: string
	id: string
	kind: 'audio' | 'video'
	mid?: string
	localId?: string
	framesDecoded?: number
	totalAudioEnergy?: number
	audioLevel?: number
	packetsReceived?: number
	packetsLost?: number
	reportsSent?: number
}

/** What the test keeps of a page; the product knows nothing of it. */
type Watched = typeof globalThis & {
	parleyConnections?: { connectionState: string; getStats(): Promise<Map<string, Stats>> }[]
	parleySockets?: { close(): void }[]
}

/** Runs in the page before anything else does. */
const watch = `
	const keep = (name, list) => {
		const Original = globalThis[name]
		globalThis[list] = []
		globalThis[name] = class extends Original {
			constructor(...given) {
				super(...given)
				globalThis[list].push(this)
			}
		}
	}
	keep('RTCPeerConnection', 'parleyConnections')
	keep('WebSocket', 'parleySockets')
`

/** To be called before the page is opened: lets the test look into connections the page makes, and cut its sockets. */
export const watchConnections = (context: BrowserContext) => context.addInitScript({ content: watch })

/** Cuts every socket of the page, as a change of network does; media is not touched. */
export const dropSockets = (page: Page): Promise<void> =>
	page.evaluate(() => {
		for (const socket of (globalThis as Watched).parleySockets ?? []) socket.close()
	})

/** Everything that arrives at a page over the connections that stand. */
export function arriving(page: Page): Promise<Arriving[]> {
	return page.evaluate(async () => {
		const standing = ((globalThis as Watched).parleyConnections ?? []).filter(
			connection => connection.connectionState === 'connected',
		)
		const found: Arriving[] = []
		for (const connection of standing) {
			const report = [...(await connection.getStats()).values()]
			for (const stats of report) {
				if (stats.type !== 'inbound-rtp') continue
				const remote = report.find(other => other.type === 'remote-outbound-rtp' && other.localId === stats.id)
				found.push({
					kind: stats.kind,
					track: `${stats.mid}`,
					framesDecoded: stats.framesDecoded ?? 0,
					totalAudioEnergy: stats.totalAudioEnergy ?? 0,
					audioLevel: stats.audioLevel ?? 0,
					packetsReceived: stats.packetsReceived ?? 0,
					packetsLost: stats.packetsLost ?? 0,
					reportsReceived: remote?.reportsSent ?? 0,
				})
			}
		}
		return found
	})
}

/** How many sources arrive alive within a while: pictures whose frames grow, voices whose energy grows. */
export async function flowing(page: Page, forMs = 1_500): Promise<{ pictures: number; voices: number }> {
	const before = await arriving(page)
	await page.waitForTimeout(forMs)
	const after = await arriving(page)
	const grew = (kind: Arriving['kind'], of: 'framesDecoded' | 'totalAudioEnergy') =>
		after.filter(now => {
			const then = before.find(candidate => candidate.kind === kind && candidate.track === now.track)
			return now.kind === kind && now[of] > (then?.[of] ?? 0)
		}).length
	return { pictures: grew('video', 'framesDecoded'), voices: grew('audio', 'totalAudioEnergy') }
}

/** Waits until so many others are seen and heard on a page; answers how long it took. */
export async function seesAndHears(page: Page, people: number, withinMs = 30_000): Promise<number> {
	const started = Date.now()
	for (;;) {
		const { pictures, voices } = await flowing(page)
		if (pictures >= people && voices >= people) return Date.now() - started
		if (Date.now() - started > withinMs) {
			throw new Error(`expected ${people} seen and heard, got ${pictures} seen and ${voices} heard`)
		}
	}
}
