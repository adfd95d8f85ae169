import { limits } from './limits.ts'
import { codePointLength, stripEmoji } from './text.ts'

/** `liveStatus` on the wire: the state of the broadcast (LIVE-24, LIVE-25, LIVE-27). */
export const liveStatus = {
	/** Started by the host, and no picture yet. */
	waiting: -1,
	suspended: 0,
	onAir: 1,
} as const
export type LiveStatus = (typeof liveStatus)[keyof typeof liveStatus]

/** The state of a meeting's broadcast, as its host sees it. */
export const broadcastStatuses = ['notStarted', 'onAir', 'suspended', 'over'] as const
export type BroadcastStatus = (typeof broadcastStatuses)[number]

/** Messages the server writes in the discussion when the broadcast changes (LIVE-32, OP-112). */
export const controlMessage = { start: 'start_live', stop: 'stop_live', close: 'close_live' } as const
export type ControlMessage = (typeof controlMessage)[keyof typeof controlMessage]

/**
 * The definitions a line may have, best first (LIVE-03). `source` is the publisher's stream, never re-encoded; `audio`
 * its sound alone. Our transcoders do not make `fhd`; LIVE-03 defines it, and other servers may send it.
 */
export const definitionNames = ['source', 'fhd', 'hd', 'sd', 'fluent', 'audio'] as const
export type DefinitionName = (typeof definitionNames)[number]

/** The form of the id of a stream: it stands in stream keys, in addresses and in names of folders. */
export const streamIdPattern = /^[\w-]{1,64}$/

/** Waiting times of viewers and server, in milliseconds (CONST-07). */
export const liveDelays = {
	/** Between two questions of one person (QUES-01); the discussion has the wait of every chat room. */
	questionCooldownMs: 10_000,
	wrongPasswordMs: 3_000,
	refreshCountdownMs: 10_000,
	chooserCloseMs: 3_000,
	stallCheckMs: 2_000,
	streamPollMs: 5_000,
	/** Views, and a live that has not started, are asked for again at random times within these (OP-108). */
	pollMinMs: 30_000,
	pollMaxMs: 180_000,
	/** Time a publisher may be disconnected before the broadcast counts as dropped. */
	publisherGraceMs: 30_000,
	/**
	 * A blocked request for media is answered with the current playlist after this time, before players give up at 10 s.
	 */
	playlistBlockMs: 5_000,
} as const

/** Stalls after which the player is rebuilt (LIVE-31). */
export const stallsBeforeRebuild = 5

/** Optional, digits only, up to 20 (LSET-05). */
export const isLivePassword = (password: string): boolean =>
	/^[0-9]*$/.test(password) && password.length <= limits.livePasswordMax

/** Talking without an account and signing in to watch exclude each other (LSET-02). */
export const freeTalkOf = (live: { needsLogin: boolean; freeTalk: boolean }): boolean =>
	live.freeTalk && !live.needsLogin

/** The markup an introduction may have; everything else is removed when it is saved and when it is shown (OP-138). */
export const introductionMarkup = {
	tags: ['p', 'br', 'hr', 'h2', 'h3', 'blockquote', 'ul', 'ol', 'li', 'strong', 'em', 'u', 's', 'a', 'img'],
	attributes: { a: ['href'], img: ['src', 'alt'] },
	linkSchemes: ['http', 'https', 'mailto', 'tel'],
} as const

const picturePath = /^\/meeting\/pictures\/([0-9a-f]{64}\.jpg)$/

/** The path of an uploaded picture: the only ones a background or an introduction has. */
export const picturePathOf = (name: string): string => `/meeting/pictures/${name}`

/** Returns the name of an uploaded picture, which its content determines; undefined for other paths. */
export const pictureNameOf = (path: string): string | undefined => picturePath.exec(path)?.[1]

const tag = /<(?:[^<>"']|"[^"]*"|'[^']*')*>/g
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', nbsp: '\u00a0', amp: '&' }

/** The text of an introduction, as its length is counted (OP-096). */
export const introductionText = (html: string): string =>
	html
		.replace(tag, '')
		.replace(/&(?:#(\d{1,7})|(lt|gt|quot|nbsp|amp));/g, (_, code: string | undefined, name: string | undefined) =>
			code === undefined ? (entities[name ?? ''] ?? '') : characterOf(Number(code)),
		)
		.trimEnd()

const characterOf = (code: number): string => (code <= 0x10_ff_ff ? String.fromCodePoint(code) : '')

/** Its visible characters: code points of the text, blanks at its end left out. */
export const introductionLength = (html: string): number => codePointLength(introductionText(html))

/**
 * The introduction as sent and stored: no emoji and no trailing invisible content (LSET-09, LSET-10). Empty if nothing
 * is visible.
 */
export const cleanIntroduction = (html: string): string => trimMarkup(stripEmoji(html))

const blankEnds = ['&nbsp;', '<br>', '<br/>', '<br />']

/** Takes blanks, line breaks and empty elements off the end, inside the elements that are open there. */
function trimMarkup(html: string): string {
	let kept = html
	const closing: string[] = []
	for (;;) {
		kept = kept.trimEnd()
		const blank = blankEnds.find(end => kept.endsWith(end))
		if (blank) {
			kept = kept.slice(0, -blank.length)
			continue
		}
		const from = kept.lastIndexOf('<')
		const last = from < 0 ? '' : kept.slice(from)
		const name = /^<(\/?)([a-z0-9]+)(?:\s[^<>]*)?>$/.exec(last)
		if (name?.[1]) closing.push(last)
		// Opened and closed at once: an empty element.
		else if (name && closing.at(-1) === `</${name[2]}>`) closing.pop()
		else return kept + closing.reverse().join('')
		kept = kept.slice(0, from)
	}
}

/**
 * The part that a server lacks to publish a meeting. `noTranscoder`: ffmpeg. `noEgress`: LiveKit has the media of the meeting, and no
 * Egress broadcasts them. `outsideOrigin`: lives are on an outside origin, which takes encoders only.
 */
export const publishObstacles = ['noTranscoder', 'noEgress', 'outsideOrigin'] as const
export type PublishObstacle = (typeof publishObstacles)[number]
