/**
 * Inlined in the HTML (build/initialHtml.ts) after initialScript.ts: requests what the first picture of a live needs while
 * the scripts of the page are still loading. The player takes the files over (features/live/player/initialFiles.ts).
 * Nothing may be imported here.
 */

// An import statement would make it a module.
type InitialFile = import('../../features/live/player/initialFiles.ts').InitialFile

/** The part of the answer about a live that is read here, as it is on the wire. */
interface LiveAnswer {
	liveData?: {
		liveStatus: number
		defaultSuffix: string
		pullUrl: { hlsPullUrl: string; suffix: { name: string; suffix: string; bitsPerSecond: number }[] }[]
	}
}

/**
 * From this round-trip time on whole segments are played: parts of 200 ms are requested one after the other, and would not
 * arrive as fast as they are shown.
 */
const segmentsFromMs = 150
/** The player starts with the third newest segment (features/live/player/wholeSegments.ts). */
const startSegments = 3
const onAir = 1

/** There and back on the line to this server, in ms. The TCP handshake contains no time of the server. */
function roundTripMs(): number {
	const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
	if (!entry) return 0
	const { connectStart, secureConnectionStart, requestStart, responseStart } = entry
	return secureConnectionStart > connectStart ? secureConnectionStart - connectStart : responseStart - requestStart
}

const files = new Map<string, InitialFile>()
const isSlow = roundTripMs() >= segmentsFromMs
window.initialLive = { isSlow, files }

/** Only Safari plays without this player. */
const usesPlayer = 'MediaSource' in window && !('ManagedMediaSource' in window)
const player = document.querySelector<HTMLMetaElement>('meta[name="player"]')?.content
if (player && usesPlayer) {
	const link = document.createElement('link')
	link.rel = 'modulepreload'
	link.href = player
	link.crossOrigin = ''
	document.head.append(link)
	// On a fast line a fresh playlist is there sooner than the scripts.
	if (isSlow && window.initialRequest) requestFirstPicture(window.initialRequest.response)
}

function request(address: string): Promise<ArrayBuffer> {
	const { href } = new URL(address, location.href)
	const sentAt = performance.now()
	let firstByteAt = sentAt
	const loaded = fetch(href, { credentials: 'same-origin' })
		.then(response => {
			if (!response.ok) throw new Error(String(response.status))
			firstByteAt = performance.now()
			return response.arrayBuffer()
		})
		.then(body => ({ body, firstByteAt, endedAt: performance.now() }))
	files.set(href, { sentAt, loaded })
	// One that fails is requested again by the player.
	loaded.catch(() => files.delete(href))
	return loaded.then(({ body }) => body)
}

/** The list of definitions, the playlist of the smallest, its parameters and the segment that is shown first. */
function requestFirstPicture(answer: Promise<Response>) {
	answer
		.then(response => response.clone().json() as Promise<LiveAnswer>)
		.then(({ liveData }) => {
			const line = liveData?.pullUrl[0]
			if (liveData?.liveStatus !== onAir || !line || !/^\/[^/]/.test(line.hlsPullUrl)) return undefined
			const [smallest] = line.suffix
				.filter(({ name }) => name !== 'audio')
				.sort((one, other) => one.bitsPerSecond - other.bitsPerSecond)
			if (!smallest) return undefined
			request(line.hlsPullUrl + liveData.defaultSuffix).catch(() => {})
			const playlist = line.hlsPullUrl + smallest.suffix
			return request(playlist).then(text => {
				const lines = new TextDecoder().decode(text).split('\n')
				const [segment] = lines.filter(line => line && line[0] !== '#').slice(-startSegments)
				const parameters = lines
					.map(line => /^#EXT-X-MAP:URI="(.*)"/.exec(line)?.[1])
					.filter(Boolean)
					.pop()
				const folder = new URL(playlist, location.href)
				for (const name of [parameters, segment]) {
					if (name) request(new URL(name, folder).href).catch(() => {})
				}
			})
		})
		// The page requests what is missing.
		.catch(() => {})
}
