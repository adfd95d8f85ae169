/** Rules of RFC 8216bis for a live media playlist, each by its section. Shared by tests and soak runs. */
export const playlistRules = {
	firstLine: '4.4.1.1: the first line is EXTM3U',
	version: '4.4.1.2: one version, 9 or more for delta updates, 6 or more for EXT-X-MAP',
	targetDuration: '4.4.3.1: one target duration, and no segment longer when rounded',
	sequence: '4.4.3.2, 4.4.3.3: media and discontinuity sequence stand once, before the first segment',
	partInf: '4.4.3.7: parts need EXT-X-PART-INF',
	serverControl: '4.4.3.8: PART-HOLD-BACK three part targets, HOLD-BACK three and CAN-SKIP-UNTIL six target durations',
	map: '4.4.4.5: the initialization of fragmented MP4 is named before the first segment',
	partLongest: '4.4.4.9: no part is longer than the part target',
	partShortest: '4.4.4.9: a part fills 85 % of the target, but independent and last ones of a segment',
	partTags: '4.4.4.9: discontinuity, map and date stand before the first part of their segment',
	partSum: '4.4.4.9: the parts of a segment are as long as the segment',
	uris: '6.2.1: no two resources have one name',
	preloadHint: '4.4.5.3: one hint for a part, of what is not there yet, none after the end',
	renditionReport: '4.4.5.4: reports have relative addresses, LAST-MSN and LAST-PART',
	shortest: '6.2.2: a playlist that drops segments keeps three target durations',
	partsKept: '6.2.2: parts are listed within three target durations of the end',
} as const

/** Its rules for the multivariant playlist. */
export const multivariantRules = {
	firstLine: '4.4.1.1: the first line is EXTM3U',
	streamInf: '4.4.6.2: each variant has BANDWIDTH, no AVERAGE-BANDWIDTH above it, CODECS, and an address behind it',
	soundAlone:
		'4.4.6.2: a variant of sound alone has neither RESOLUTION nor FRAME-RATE, one with a picture has a RESOLUTION',
	variants: '6.2.4: there is one at least, and no two have one address',
	reports: '4.4.5.4: each playlist reports on all the others, and no further than they are',
} as const

export const reloadRules = {
	constants: '6.2.1: version, target duration and part target do not change',
	sequenceGrows: '6.2.2: the media sequence grows by what was removed and never shrinks',
	segmentsStay: '6.2.1: what is listed stays as it is',
	partsStay: '6.2.1: parts are added at the end of the open segment only',
	discontinuitySequence: '6.2.2: the discontinuity sequence grows by the discontinuities that were removed',
	end: '6.2.1: nothing is added after the end',
	delta: '4.4.5.2: a delta update and what one has make the whole playlist',
} as const

type PlaylistRule = keyof typeof playlistRules
type ReloadRule = keyof typeof reloadRules
type MultivariantRule = keyof typeof multivariantRules

export interface Violation<R = PlaylistRule | ReloadRule> {
	rule: R
	detail: string
}

interface ParsedPart {
	uri: string
	duration: number
	isIndependent: boolean
}

export interface ParsedSegment {
	msn: number
	/** Missing while it is open. */
	uri: string | undefined
	duration: number
	parts: ParsedPart[]
	isDiscontinuity: boolean
	isGap: boolean
	map: string | undefined
	date: string | undefined
}

export interface ParsedPlaylist {
	version: number
	target: number
	partTarget: number | undefined
	mediaSequence: number
	discontinuitySequence: number
	skipped: number
	segments: ParsedSegment[]
	hints: string[]
	isEnded: boolean
	/** Attributes of tags that have them, by name of the tag. */
	attributes: Record<string, Record<string, string>[]>
	violations: Violation<PlaylistRule>[]
}

const tolerance = 0.0005

function readAttributes(text: string): Record<string, string> {
	const found = text.matchAll(/([A-Z-]+)=("[^"]*"|[^,]*)/g)
	return Object.fromEntries([...found].map(([, name, value]) => [name, (value as string).replaceAll('"', '')]))
}

/** Parses a media playlist; misplaced tags are among the violations. */
export function parsePlaylist(text: string): ParsedPlaylist {
	return new PlaylistParser().parse(text)
}

class PlaylistParser {
	private readonly seen = new Map<string, number>()
	private open: ParsedSegment | undefined
	private map: string | undefined
	private readonly result: ParsedPlaylist = {
		version: 1,
		target: 0,
		partTarget: undefined,
		mediaSequence: 0,
		discontinuitySequence: 0,
		skipped: 0,
		segments: [],
		hints: [],
		isEnded: false,
		attributes: {},
		violations: [],
	}

	parse(text: string): ParsedPlaylist {
		const lines = text.split('\n')
		if (lines[0] !== '#EXTM3U') this.violate('firstLine', lines[0] ?? '')
		for (const line of lines.slice(1)) {
			if (line === '') continue
			if (line.startsWith('#')) this.tag(line)
			else this.uri(line)
		}
		if (this.open && this.open.parts.length > 0) this.result.segments.push(this.open)
		return this.result
	}

	private tag(line: string) {
		const [, name = '', value = ''] = /^#([A-Z0-9-]+)(?::(.*))?$/.exec(line) ?? []
		const { result } = this
		this.seen.set(name, (this.seen.get(name) ?? 0) + 1)
		switch (name) {
			case 'EXT-X-VERSION':
				result.version = Number(value)
				return this.once('version', name)
			case 'EXT-X-TARGETDURATION':
				result.target = Number(value)
				return this.once('targetDuration', name)
			case 'EXT-X-MEDIA-SEQUENCE':
				result.mediaSequence = Number(value)
				return this.beforeSegments(name)
			case 'EXT-X-DISCONTINUITY-SEQUENCE':
				result.discontinuitySequence = Number(value)
				return this.beforeSegments(name)
			case 'EXT-X-ENDLIST':
				result.isEnded = true
				return
			case 'EXTINF':
				this.segment().duration = Number.parseFloat(value)
				return
			case 'EXT-X-GAP':
				this.segment().isGap = true
				return
			case 'EXT-X-DISCONTINUITY':
				this.segment().isDiscontinuity = true
				return this.beforeParts(name)
			case 'EXT-X-PROGRAM-DATE-TIME':
				this.segment().date = value
				return this.beforeParts(name)
			default:
				this.tagWithAttributes(name, readAttributes(value))
		}
	}

	private tagWithAttributes(name: string, attributes: Record<string, string>) {
		const { result } = this
		result.attributes[name] = [...(result.attributes[name] ?? []), attributes]
		switch (name) {
			case 'EXT-X-SKIP':
				result.skipped = Number(attributes['SKIPPED-SEGMENTS'])
				return
			case 'EXT-X-PART-INF':
				result.partTarget = Number(attributes['PART-TARGET'])
				return
			case 'EXT-X-MAP':
				this.map = attributes.URI
				this.segment().map = this.map
				return this.beforeParts(name)
			case 'EXT-X-PART':
				this.segment().parts.push({
					uri: attributes.URI ?? '',
					duration: Number(attributes.DURATION),
					isIndependent: attributes.INDEPENDENT === 'YES',
				})
				return
			case 'EXT-X-PRELOAD-HINT':
				if (attributes.TYPE === 'PART') result.hints.push(attributes.URI ?? '')
		}
	}

	private uri(line: string) {
		const segment = this.segment()
		segment.uri = line
		this.result.segments.push(segment)
		this.open = undefined
	}

	private segment(): ParsedSegment {
		const { mediaSequence, skipped, segments } = this.result
		this.open ??= {
			msn: mediaSequence + skipped + segments.length,
			uri: undefined,
			duration: 0,
			parts: [],
			isDiscontinuity: false,
			isGap: false,
			map: this.map,
			date: undefined,
		}
		return this.open
	}

	private once(rule: PlaylistRule, name: string) {
		if ((this.seen.get(name) ?? 0) > 1) this.violate(rule, `${name} stands twice`)
	}

	private beforeSegments(name: string) {
		this.once('sequence', name)
		if (this.open || this.result.segments.length > 0) this.violate('sequence', `${name} stands behind a segment`)
	}

	private beforeParts(name: string) {
		const segment = this.segment()
		if (segment.parts.length > 0) this.violate('partTags', `${name} behind a part of segment ${segment.msn}`)
	}

	private violate(rule: PlaylistRule, detail: string) {
		this.result.violations.push({ rule, detail })
	}
}

/** Returns the violations of one live media playlist. */
export function checkPlaylist(text: string): Violation<PlaylistRule>[] {
	const playlist = parsePlaylist(text)
	const found = playlist.violations
	const violate = (rule: PlaylistRule, detail: string) => found.push({ rule, detail })
	const needed = playlist.skipped > 0 ? 9 : 6
	if (playlist.version < needed) violate('version', `version ${playlist.version}, ${needed} is needed`)
	if (!(playlist.target > 0)) violate('targetDuration', 'none')
	checkControl(playlist, violate)
	checkSegments(playlist, violate)
	checkParts(playlist, violate)
	checkEnd(playlist, violate)
	return found
}

type Violate = (rule: PlaylistRule, detail: string) => void

function checkControl({ attributes, target, partTarget }: ParsedPlaylist, violate: Violate) {
	const control = attributes['EXT-X-SERVER-CONTROL']?.[0] ?? {}
	const atLeast = (name: string, least: number) => {
		if (!(Number(control[name]) >= least - tolerance))
			violate('serverControl', `${name}=${control[name]}, not ${least}`)
	}
	if (partTarget !== undefined) atLeast('PART-HOLD-BACK', partTarget * 3)
	if ('HOLD-BACK' in control) atLeast('HOLD-BACK', target * 3)
	if ('CAN-SKIP-UNTIL' in control) atLeast('CAN-SKIP-UNTIL', target * 6)
}

function checkSegments({ segments, target, skipped, mediaSequence }: ParsedPlaylist, violate: Violate) {
	for (const { msn, uri, duration, map } of segments) {
		if (uri !== undefined && Math.round(duration) > target) violate('targetDuration', `segment ${msn}: ${duration}`)
		if (map === undefined && skipped === 0) violate('map', `segment ${msn}`)
	}
	const uris = segments.flatMap(({ uri, parts }) => [
		...(uri === undefined ? [] : [uri]),
		...parts.map(part => part.uri),
	])
	if (new Set(uris).size !== uris.length) violate('uris', `of ${uris.length}, ${new Set(uris).size} are different`)
	if (segments.slice(0, -1).some(({ uri }) => uri === undefined)) violate('partTags', `an open segment in the middle`)
	if (!Number.isInteger(mediaSequence)) violate('sequence', `${mediaSequence}`)
}

function checkParts({ segments, partTarget, target, isEnded }: ParsedPlaylist, violate: Violate) {
	if (partTarget === undefined) {
		if (segments.some(({ parts }) => parts.length > 0)) violate('partInf', 'none')
		return
	}
	let fromEnd = 0
	for (const segment of [...segments].reverse()) {
		const { msn, parts, uri, duration, isGap } = segment
		parts.forEach((part, i) => {
			if (part.duration > partTarget + tolerance) violate('partLongest', `${msn}.${i}: ${part.duration}`)
			const isLast = uri !== undefined && i === parts.length - 1
			if (!part.isIndependent && !isLast && i < parts.length - 1 && part.duration < partTarget * 0.85 - tolerance) {
				violate('partShortest', `${msn}.${i}: ${part.duration} of ${partTarget}`)
			}
		})
		const sum = parts.reduce((total, part) => total + part.duration, 0)
		const isMissing = parts.length === 0 && !isGap && !isEnded && fromEnd < 3 * target - 0.001
		if (isMissing) violate('partsKept', `segment ${msn}, ${fromEnd} s from the end`)
		if (uri !== undefined && parts.length > 0 && Math.abs(sum - duration) > 0.001) {
			violate('partSum', `segment ${msn}: ${sum} in ${duration}`)
		}
		fromEnd += uri === undefined ? sum : duration
	}
}

function checkEnd({ segments, hints, isEnded, attributes }: ParsedPlaylist, violate: Violate) {
	const listed = new Set(segments.flatMap(({ parts }) => parts.map(({ uri }) => uri)))
	if (isEnded && hints.length > 0) violate('preloadHint', 'after the end')
	if (!isEnded && hints.length !== 1) violate('preloadHint', `${hints.length} hints`)
	if (hints.some(uri => listed.has(uri))) violate('preloadHint', 'of a part that is there')
	for (const report of attributes['EXT-X-RENDITION-REPORT'] ?? []) {
		const isRelative = report.URI !== undefined && !/^[a-z]+:/i.test(report.URI)
		const isWhole = isRelative && /^\d+$/.test(report['LAST-MSN'] ?? '') && /^\d+$/.test(report['LAST-PART'] ?? '')
		if (!isWhole) violate('renditionReport', JSON.stringify(report))
	}
}

/** Returns the violations of a playlist relative to an earlier one. */
export function checkReload(earlier: string, later: string): Violation[] {
	const before = parsePlaylist(earlier)
	const after = parsePlaylist(later)
	const found: Violation[] = []
	const violate = (rule: PlaylistRule | ReloadRule, detail: string) => found.push({ rule, detail })
	for (const name of ['version', 'target', 'partTarget'] as const) {
		if (before[name] !== after[name]) violate('constants', `${name}: ${before[name]}, ${after[name]}`)
	}
	if (before.isEnded && earlier !== later) violate('end', 'changed after the end')
	const removed = after.mediaSequence - before.mediaSequence
	if (removed < 0) violate('sequenceGrows', `${before.mediaSequence}, ${after.mediaSequence}`)
	const gone = before.segments.filter(({ msn }) => msn < after.mediaSequence)
	const discontinuities = gone.filter(({ isDiscontinuity }) => isDiscontinuity).length
	const counted = after.discontinuitySequence - before.discontinuitySequence
	// More segments may have come and gone in between than the earlier playlist had.
	const isSeenWhole = removed <= before.segments.length
	if (isSeenWhole ? counted !== discontinuities : counted < discontinuities) {
		violate('discontinuitySequence', `grew by ${counted}, ${discontinuities} were removed`)
	}
	checkStay(before, after, violate)
	const left = after.segments.reduce((sum, { uri, duration }) => sum + (uri === undefined ? 0 : duration), 0)
	if (removed > 0 && !after.isEnded && left < 3 * after.target) violate('shortest', `${left} s are left`)
	return found
}

function checkStay(before: ParsedPlaylist, after: ParsedPlaylist, violate: (rule: ReloadRule, detail: string) => void) {
	for (const old of before.segments) {
		if (old.msn < after.mediaSequence) continue
		const now = after.segments[old.msn - after.mediaSequence]
		if (!now) {
			violate('segmentsStay', `${old.msn} is missing`)
			continue
		}
		const same = [
			'isDiscontinuity',
			'isGap',
			'map',
			'date',
			...(old.uri === undefined ? [] : ['uri', 'duration']),
		] as const
		for (const name of same as readonly (keyof ParsedSegment)[]) {
			if (old[name] !== now[name]) violate('segmentsStay', `${old.msn} ${name}: ${old[name]}, ${now[name]}`)
		}
		if (now.parts.length === 0) continue
		const isChanged = old.parts.some((part, i) => JSON.stringify(part) !== JSON.stringify(now.parts[i]))
		if (isChanged) violate('partsStay', `${old.msn}`)
		if (old.uri !== undefined && now.parts.length !== old.parts.length) violate('partsStay', `${old.msn} was complete`)
	}
}

/** Returns the violations of a delta update relative to an earlier playlist and to the full one of the same moment. */
export function checkDelta(earlier: string, delta: string, whole: string): Violation[] {
	const known = new Map(parsePlaylist(earlier).segments.map(segment => [segment.msn, segment]))
	const update = parsePlaylist(delta)
	const found: Violation[] = []
	const violate = (detail: string) => found.push({ rule: 'delta', detail })
	const all = parsePlaylist(whole)
	const skipped = all.segments.slice(0, update.skipped)
	for (const { msn, uri } of skipped) {
		if (known.get(msn)?.uri !== uri) violate(`${msn} was skipped and is not known`)
	}
	const rest = all.segments.slice(update.skipped)
	if (rest.length !== update.segments.length) violate(`${update.segments.length} segments, not ${rest.length}`)
	rest.forEach((segment, i) => {
		const given = update.segments[i]
		if (given?.msn !== segment.msn || given.uri !== segment.uri) violate(`${segment.msn} is another one`)
	})
	const behind = rest.reduce((sum, { uri, duration }) => sum + (uri === undefined ? 0 : duration), 0)
	if (update.skipped > 0 && behind < 6 * all.target) violate(`what is ${behind} s from the end was skipped`)
	return found
}

/** A query, such as a viewer's token, does not belong to the identity of an address. */
const withoutQuery = (address: string): string => address.replace(/\?.*$/, '')

/**
 * Returns the violations of a multivariant playlist.
 * @param media the live media playlists of the same moment, by the addresses it has for them, without a query
 */
export function checkMultivariant(text: string, media: Record<string, string>): Violation<MultivariantRule>[] {
	const found: Violation<MultivariantRule>[] = []
	const violate = (rule: MultivariantRule, detail: string) => found.push({ rule, detail })
	const lines = text.split('\n')
	if (lines[0] !== '#EXTM3U') violate('firstLine', lines[0] ?? '')
	const addresses: string[] = []
	lines.forEach((line, i) => {
		if (!line.startsWith('#EXT-X-STREAM-INF:')) return
		const attributes = readAttributes(line.slice(line.indexOf(':') + 1))
		const address = lines[i + 1] ?? ''
		addresses.push(withoutQuery(address))
		const isWhole = /^[1-9]\d*$/.test(attributes.BANDWIDTH ?? '') && attributes.CODECS && /^[^#]/.test(address)
		const isAverageMore = Number(attributes['AVERAGE-BANDWIDTH'] ?? 0) > Number(attributes.BANDWIDTH)
		if (!isWhole || isAverageMore) violate('streamInf', line)
		const hasPicture = /avc1|hvc1/.test(attributes.CODECS ?? '')
		const hasRate = 'FRAME-RATE' in attributes
		if (hasPicture ? !attributes.RESOLUTION : attributes.RESOLUTION || hasRate) violate('soundAlone', line)
	})
	if (addresses.length === 0 || new Set(addresses).size < addresses.length) violate('variants', addresses.join())
	for (const address of addresses) checkReports(address, addresses, media, detail => violate('reports', detail))
	return found
}

function checkReports(
	address: string,
	addresses: readonly string[],
	media: Record<string, string>,
	violate: (detail: string) => void,
) {
	const base = new URL(address, 'http://origin.example/stream/')
	const reports = parsePlaylist(media[address] ?? '').attributes['EXT-X-RENDITION-REPORT'] ?? []
	for (const other of addresses) {
		if (other === address) continue
		const { href } = new URL(other, 'http://origin.example/stream/')
		const report = reports.find(({ URI = '' }) => withoutQuery(new URL(URI, base).href) === href)
		const last = parsePlaylist(media[other] ?? '').segments.at(-1)
		if (!report || !last) violate(`${address} on ${other}`)
		else if (Number(report['LAST-MSN']) > last.msn) violate(`${other} at ${report['LAST-MSN']}, not ${last.msn}`)
	}
}
