import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { ok, type Result, refused, streamIdPattern } from '@parley/core'
import type { BlobStore } from '../../../../platform/blobStore.ts'
import type { IsTrustedProxy } from '../../../../platform/clientAddress.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Log } from '../../../../platform/log.ts'
import { explainListening } from '../../../../platform/startError.ts'
import type { LiveCounters } from '../../counters.ts'
import type {
	CreateStream,
	DefinitionName,
	LiveArchive,
	LiveEngine,
	LiveEvent,
	LiveHooks,
	LiveLine,
	LiveStreamId,
	PublishRefusal,
} from '../../index.ts'
import type { LiveIngest, LivePublisher } from '../../ingest.ts'
import { Delivery } from './delivery.ts'
import { tickMs } from './engineTick.ts'
import { LiveEventListeners } from './eventListeners.ts'
import { createFileNames } from './origin/fileNames.ts'
import { inParallel } from './origin/inParallel.ts'
import { hlsRoot, playlistFiles, publicHlsRoot, sourceRecording } from './origin/playlistPaths.ts'
import { RecordingArchive } from './origin/recordingArchive.ts'
import { withJournal } from './origin/segmentJournal.ts'
import { SegmentStore, type SegmentStoreOptions } from './origin/segmentStore.ts'
import { SetAsideMedia } from './origin/setAsideMedia.ts'
import { StoredStreams, type StreamStores } from './origin/storedStreams.ts'
import type { StreamIndex } from './origin/streamIndex.ts'
import { createRtmpServer, type PassPublisherOn, type RtmpAddress } from './rtmp/server.ts'
import { LiveStream } from './stream.ts'
import { ViewAuthorisationCache } from './viewAuthorisationCache.ts'

export interface EmbeddedLiveOptions extends StreamStores {
	/** The object store that recordings of ended streams are copied to; undefined: they stay on the disk. */
	objects?: BlobStore | undefined
	/** RTMP port; missing if RTMP is off. */
	rtmp: RtmpAddress | undefined
	/** Proxies in front of the RTMP port; none without. */
	isTrustedProxy?: IsTrustedProxy
	/** Length of the rewind window, in ms. */
	windowMs: number
	clock: Clock
	/** Milliseconds since an arbitrary moment; unaffected by adjustments of the clock. */
	elapsedMs(): number
	log: Log
}

/** The engine's interface for the server's HTTP edge. */
export interface LiveOrigin {
	stream(streamId: string): LiveStream | undefined
	/**
	 * Returns whether the token opens the stream to this browser; the hook is called at most once in 5 s. Undefined if it failed.
	 */
	mayView(streamId: string, token: string, browser: string): Promise<boolean | undefined>
	/** Returns whether the stream is public; the hook is called equally rarely. */
	isPublic(streamId: string): Promise<boolean | undefined>
	readonly delivery: Delivery
}

/** The engine has its state in memory, and answers at once. */
type Immediate = {
	[M in 'streamIds' | 'phase' | 'lines' | 'stats' | 'setSuspended' | 'dropPublisher']: (
		...args: Parameters<LiveEngine[M]>
	) => Awaited<ReturnType<LiveEngine[M]>>
}

export interface EmbeddedLiveEngine extends Omit<LiveEngine, keyof Immediate>, Immediate, LiveIngest, LiveOrigin {
	/**
	 * Reads recordings of earlier processes, deletes the rest and listens. Returns the RTMP port; undefined if RTMP is
	 * off, or its port is taken, which must not prevent meetings.
	 */
	start(): Promise<number | undefined>
	/** From here on, passes each publisher over RTMP on, unless this node has the streams. */
	passPublishersOn(passOn: PassPublisherOn): void
	/** Serves the RTMP connection of a publisher that another node has passed on, with the publisher's address. */
	servePublisher(socket: Socket, address: string): void
	counters(): LiveCounters
	/** Called for each viewer who waited for a part, with the delay between its arrival and its delivery, in ms. */
	observeParts(observer: (waitedMs: number) => void): void
}

const persistMs = 30_000
/** Recordings that are read from the object store at once. */
const recordingsAtOnce = 6
/** Origin of segment numbers, which keeps them short. */
const numbersSince = Date.UTC(2026, 0, 1)

interface Kept {
	stream: LiveStream
	secret: string
	isRecorded: boolean
	endedAt: number | null
	/** Restored streams that were not created again yet. */
	isAsleep: boolean
	/** Bytes on disk. */
	diskBytes: number
	/** Resolves after the attempt to write its index. */
	persisting: Promise<void>
	/** True while the index on disk is incomplete: it is rewritten until the disk accepts it. */
	isIndexOutdated: boolean
	/** False once its recording is in the object store alone. */
	isOnDisk: boolean
	/** Sections of the recording in the object store that it is played from. */
	sections: readonly string[]
	/** The copy to the object store that is being made. */
	copying: { stop: AbortController; done: Promise<void> } | undefined
}

const indexOf = ({ stream, secret, endedAt, isRecorded }: Kept): StreamIndex => ({
	secret,
	endedAt,
	isRecorded,
	source: stream.segmentStore('source')?.kept() ?? { segments: [], partTarget: 0 },
})

/** Accepts broadcasts over RTMP and from inside the server, and serves them as low-latency HLS. */
export function createEmbeddedLiveEngine(options: EmbeddedLiveOptions): EmbeddedLiveEngine {
	return new EmbeddedEngine(options)
}

class EmbeddedEngine implements EmbeddedLiveEngine {
	private readonly options: EmbeddedLiveOptions
	private readonly streams = new Map<LiveStreamId, Kept>()
	private readonly stored: StoredStreams
	private readonly setAside: SetAsideMedia
	private readonly recordings: RecordingArchive | undefined
	readonly archive?: LiveArchive
	/** Streams without media here, of which the object store has something that cannot be played. */
	private unfinished: readonly LiveStreamId[] = []
	private refreshing: Promise<void> | undefined
	private isClosing = false
	private readonly listeners: LiveEventListeners
	private readonly viewAuthorisations: ViewAuthorisationCache
	private readonly rtmp: ReturnType<typeof createRtmpServer>
	readonly delivery = new Delivery()
	/** Totals of removed streams. */
	private readonly removed = { receivedBytes: 0, droppedTags: 0 }
	private hooks: LiveHooks | undefined
	private timers: NodeJS.Timeout[] = []

	constructor(options: EmbeddedLiveOptions) {
		this.options = options
		this.stored = new StoredStreams(options)
		this.setAside = new SetAsideMedia(this.stored)
		if (options.objects) {
			this.recordings = new RecordingArchive(options.objects)
			this.archive = this.archiveIn(this.recordings)
		}
		this.listeners = new LiveEventListeners(options.log)
		this.viewAuthorisations = new ViewAuthorisationCache(options.log)
		const { isTrustedProxy: isTrusted = () => false, log } = options
		this.rtmp = createRtmpServer({ admit: request => this.admit(request), isTrusted, log })
	}

	async start() {
		await this.restore()
		const repeat = (work: () => unknown, ms: number) => {
			this.timers.push(setInterval(() => void work(), ms).unref())
		}
		repeat(() => this.tick(), tickMs)
		repeat(() => this.persistAll(), persistMs)
		return await this.listen()
	}

	private async listen(): Promise<number | undefined> {
		const { rtmp, log } = this.options
		if (!rtmp) return undefined
		try {
			return await this.rtmp.listen(rtmp)
		} catch (error) {
			const known = explainListening(error, { ...rtmp, setting: 'PARLEY_RTMP_PORT' })
			log.warn(
				known ? rtmp : { err: error, ...rtmp },
				`encoders cannot publish over RTMP: ${known ?? 'the port did not open'}`,
			)
			return undefined
		}
	}

	passPublishersOn(passOn: PassPublisherOn) {
		this.rtmp.passPublishersOn(passOn)
	}

	servePublisher(socket: Socket, address: string) {
		this.rtmp.serve(socket, address)
	}

	get windowMs() {
		return this.options.windowMs
	}

	useHooks(hooks: LiveHooks) {
		this.hooks = hooks
	}

	async createStream(
		streamId: LiveStreamId,
		{ isRecorded = false }: CreateStream = {},
	): Promise<Result<void, 'ended'>> {
		if (!streamIdPattern.test(streamId)) throw new Error(`invalid stream id: ${streamId}`)
		const known = this.streams.get(streamId)
		if (known?.stream.phase === 'ended') return refused('ended')
		if (known) {
			known.isAsleep = false
			return ok(undefined)
		}
		const secret = randomBytes(32).toString('base64url')
		const kept = this.add(streamId, { secret, isRecorded, endedAt: null, isAsleep: false, diskBytes: 0 })
		// Stored before media exists, so that a later process knows whether it is recorded.
		await this.persist(kept)
		return ok(undefined)
	}

	onEvent(listener: (event: LiveEvent) => void) {
		return this.listeners.add(listener)
	}

	streamIds() {
		return [...new Set([...this.streams.keys(), ...this.setAside.streamIds(), ...this.unfinished])]
	}

	phase(streamId: LiveStreamId) {
		return this.stream(streamId)?.phase
	}

	isRecorded(streamId: LiveStreamId) {
		// An unreadable stream is kept as long as a recorded one, because it may be.
		return this.streams.get(streamId)?.isRecorded ?? (this.setAside.has(streamId) || this.unfinished.includes(streamId))
	}

	lines(streamId: LiveStreamId): LiveLine[] {
		const stream = this.stream(streamId)
		if (!stream) return []
		return [
			{
				hlsPullUrl: `${hlsRoot}/${streamId}`,
				publicPullUrl: `${publicHlsRoot}/${streamId}`,
				defaultSuffix: `/${playlistFiles.master}`,
				definitions: stream.describe(),
			},
		]
	}

	stats(streamId: LiveStreamId) {
		return this.stream(streamId)?.stats()
	}

	noteViewer(streamId: LiveStreamId, viewer: string, forMs: number) {
		this.stream(streamId)?.noteViewer(viewer, forMs)
	}

	setSuspended(streamId: LiveStreamId, isSuspended: boolean) {
		this.stream(streamId)?.setSuspended(isSuspended)
	}

	dropPublisher(streamId: LiveStreamId) {
		this.stream(streamId)?.dropPublisher()
	}

	async end(streamId: LiveStreamId) {
		const kept = this.streams.get(streamId)
		if (!kept || kept.endedAt !== null) return
		kept.endedAt = this.options.clock.now()
		await kept.stream.end()
		await this.persist(kept)
	}

	recordingSuffix(streamId: LiveStreamId) {
		const stream = this.stream(streamId)
		if (stream?.phase !== 'ended' || !stream.segmentStore('source')?.hasRecording()) return undefined
		return `/${sourceRecording}`
	}

	async remove(streamId: LiveStreamId) {
		await this.setAside.remove(streamId)
		await this.removeHere(streamId)
		// The next refresh finds what the object store keeps, as a stream without a live.
		await this.recordings
			?.remove(streamId)
			.catch(err => this.options.log.error({ err, streamId }, 'the recording of a live is left in the object store'))
	}

	private async removeHere(streamId: LiveStreamId) {
		const kept = this.streams.get(streamId)
		if (!kept) return
		kept.copying?.stop.abort()
		await kept.copying?.done.catch(() => {})
		await kept.stream.end()
		await kept.stream.close()
		this.streams.delete(streamId)
		await kept.persisting
		const { bytesReceived, droppedTags } = kept.stream.stats()
		this.removed.receivedBytes += bytesReceived
		this.removed.droppedTags += droppedTags
		await this.stored.remove(streamId)
	}

	counters(): LiveCounters {
		const streams = { waiting: 0, publishing: 0, silent: 0, gone: 0, ended: 0 }
		const counters = { ...this.removed, publishers: 0, viewers: 0, diskBytes: this.setAside.diskBytes(), diskFull: 0 }
		for (const { stream, diskBytes } of this.streams.values()) {
			const stats = stream.stats()
			streams[stats.phase]++
			if (stats.publisherAddress !== undefined) counters.publishers++
			if (stats.warnings.includes('disk')) counters.diskFull++
			counters.viewers += stats.viewers
			counters.receivedBytes += stats.bytesReceived
			counters.droppedTags += stats.droppedTags
			counters.diskBytes += diskBytes
		}
		return { ...counters, streams, sentBytes: this.delivery.sentBytes }
	}

	observeParts(observer: (waitedMs: number) => void) {
		this.delivery.observe(observer)
	}

	async close() {
		for (const timer of this.timers.splice(0)) clearInterval(timer)
		this.isClosing = true
		for (const { copying } of this.streams.values()) copying?.stop.abort()
		await Promise.all([...this.streams.values()].map(({ copying }) => copying?.done.catch(() => {})))
		await Promise.all([...this.streams.values()].map(({ stream }) => stream.close()))
		await this.rtmp.close()
		await this.persistAll()
	}

	publish(streamId: LiveStreamId, address: string): Result<LivePublisher, 'busy' | 'ended' | 'unknown'> {
		return this.stream(streamId)?.publish(address) ?? refused('unknown')
	}

	tap(...[streamId, listener]: Parameters<LiveIngest['tap']>) {
		return this.stream(streamId)?.tap(listener)
	}

	openDefinition(...[streamId, name]: Parameters<LiveIngest['openDefinition']>) {
		return this.stream(streamId)?.openDefinition(name)
	}

	unwatchedMs(...[streamId, name]: Parameters<LiveIngest['unwatchedMs']>) {
		return this.stream(streamId)?.unwatchedMs(name) ?? 0
	}

	stream(streamId: string): LiveStream | undefined {
		return this.streams.get(streamId)?.stream
	}

	mayView(streamId: string, token: string, browser: string): Promise<boolean | undefined> {
		return this.viewAuthorisations.mayView(this.hooks, streamId, token, browser)
	}

	isPublic(streamId: string): Promise<boolean | undefined> {
		return this.viewAuthorisations.isPublic(this.hooks, streamId)
	}

	private async admit(request: {
		streamId: LiveStreamId
		key: string
		address: string
	}): Promise<Result<LivePublisher, PublishRefusal>> {
		if (!this.hooks) return refused('unavailable')
		const answer = await this.hooks.authorisePublish(request)
		if (!answer.ok) return answer
		const kept = this.streams.get(request.streamId)
		if (!kept || kept.isAsleep) return refused('unknown')
		return kept.stream.publish(request.address)
	}

	private add(
		id: LiveStreamId,
		about: Pick<Kept, 'secret' | 'isRecorded' | 'endedAt' | 'isAsleep' | 'diskBytes'> & {
			sections?: readonly string[]
		},
		restored?: SegmentStore,
	): Kept {
		const { clock } = this.options
		const stream = new LiveStream({
			id,
			now: () => clock.now(),
			elapsedMs: () => this.options.elapsedMs(),
			emit: event => this.listeners.tell(id, clock.now(), event),
			createSegmentStore: name => new SegmentStore(this.segmentStoreOptions(id, name, about)),
			restored,
			isEnded: about.endedAt !== null,
		})
		const kept: Kept = {
			...about,
			stream,
			persisting: Promise.resolve(),
			isIndexOutdated: false,
			isOnDisk: about.sections === undefined,
			sections: about.sections ?? [],
			copying: undefined,
		}
		this.streams.set(id, kept)
		return kept
	}

	private segmentStoreOptions(
		id: LiveStreamId,
		name: DefinitionName,
		{ secret, isRecorded }: Pick<Kept, 'secret' | 'isRecorded'>,
	): SegmentStoreOptions {
		const { windowMs, clock } = this.options
		const journal = this.stored.journal(id)
		return {
			names: createFileNames(Buffer.from(secret, 'base64url'), name),
			files: this.stored.segments(
				id,
				name,
				bytes => {
					const kept = this.streams.get(id)
					if (kept) kept.diskBytes += bytes
				},
				async file => (name === 'source' ? await this.recordings?.read(id, { secret }, file) : undefined),
			),
			windowMs,
			isRecorded: isRecorded && name === 'source',
			// Entries missing here are in the index, which is written every half minute and reports a full disk.
			onKept: entry => void journal.add(entry).catch(() => {}),
			dateOf: at => this.stream(id)?.dateOf(at) ?? clock.now(),
			// Segments last about a second or longer, so that this is more than any earlier process reached.
			firstMsn: Math.max(0, Math.floor((clock.now() - numbersSince) / 1000)),
			onDisk: isFull => {
				const kept = this.streams.get(id)
				kept?.stream.noteDisk(isFull)
				if (kept && kept.endedAt !== null && !isFull) kept.isIndexOutdated = true
			},
		}
	}

	private tick() {
		for (const { stream } of this.streams.values()) stream.tick()
	}

	private async persistAll() {
		const outdated = [...this.streams.values()].filter(
			({ endedAt, isRecorded, isIndexOutdated }) => isIndexOutdated || (endedAt === null && isRecorded),
		)
		await Promise.all(outdated.map(kept => this.persist(kept)))
	}

	/** Writes in turn: concurrent writes would go to the same file. */
	private persist(kept: Kept): Promise<void> {
		kept.persisting = kept.persisting.then(() => this.writeIndex(kept))
		return kept.persisting
	}

	private async writeIndex(kept: Kept) {
		const { stream } = kept
		kept.isIndexOutdated = false
		if (!kept.isOnDisk) return
		try {
			await this.stored.writeIndex(stream.id, indexOf(kept))
		} catch (error) {
			kept.isIndexOutdated = true
			this.options.log.warn({ err: error, streamId: stream.id }, 'the index of a live could not be written')
		}
	}

	private async restore() {
		for (const name of await this.stored.names()) {
			if (await this.setAside.restore(name)) continue
			// Other names here are not ours.
			if (streamIdPattern.test(name)) await this.restoreStream(name).catch(error => this.setStreamAside(name, error))
		}
	}

	private async restoreStream(id: LiveStreamId) {
		const { secret, isRecorded, endedAt, source } = await this.stored.readIndex(id)
		if (!isRecorded && endedAt === null) {
			// It was on air when the process ended, without a recording.
			await this.stored.remove(id)
			return
		}
		const options = this.segmentStoreOptions(id, 'source', { secret, isRecorded })
		const kept = withJournal(source, await this.stored.journal(id).entries())
		const segmentStore = await SegmentStore.restore(options, kept, endedAt !== null)
		const diskBytes = await this.stored.bytesOf(id)
		this.add(id, { secret, isRecorded, endedAt, isAsleep: true, diskBytes }, segmentStore)
	}

	private archiveIn(recordings: RecordingArchive): LiveArchive {
		return {
			keep: async streamId => {
				const kept = this.streams.get(streamId)
				if (this.isClosing || !kept?.isOnDisk || !kept.isRecorded || kept.endedAt === null || kept.copying) return
				const stop = new AbortController()
				kept.copying = { stop, done: this.keepRecording(recordings, kept, stop.signal) }
				try {
					await kept.copying.done
				} catch (error) {
					if (!stop.signal.aborted) throw error
				} finally {
					kept.copying = undefined
				}
			},
			refresh: async () => {
				this.refreshing ??= this.refresh(recordings).finally(() => {
					this.refreshing = undefined
				})
				await this.refreshing
			},
			isElsewhere: streamId => !this.streams.get(streamId)?.isOnDisk && !this.setAside.has(streamId),
		}
	}

	private async keepRecording(recordings: RecordingArchive, kept: Kept, signal: AbortSignal) {
		const { stream, endedAt } = kept
		await stream.settle()
		await kept.persisting
		// The disk has not accepted all of it yet.
		if (kept.isIndexOutdated || stream.segmentStore('source')?.isWritten() === false) return
		if (kept.sections.length === 0) {
			await this.stored.copyTo(recordings, stream.id, indexOf(kept), signal)
			kept.sections = [recordings.sectionOf(kept)]
		}
		// Viewers of this process may rewind it, in definitions that are not recorded. The recordings of other nodes are worth more.
		const isInWindow = !kept.isAsleep && this.options.clock.now() < (endedAt ?? 0) + this.options.windowMs
		if (isInWindow && !(await recordings.hasOtherSections(stream.id, kept.sections))) return
		await this.stored.removeCopied(stream.id)
		kept.isOnDisk = false
		kept.diskBytes = 0
	}

	private async refresh(recordings: RecordingArchive) {
		const listed = await recordings.list()
		for (const [id, { isOnDisk }] of this.streams) if (!isOnDisk && !listed.has(id)) this.streams.delete(id)
		const changed = [...listed].filter(([id, { sections }]) => {
			const known = this.streams.get(id)
			return sections.length > 0 && !known?.isOnDisk && known?.sections.join() !== sections.join()
		})
		await inParallel(changed, recordingsAtOnce, async ([id, { sections }]) => {
			await this.openRecording(recordings, id, sections).catch(err =>
				this.options.log.error({ err, streamId: id }, 'a recording in the object store cannot be read'),
			)
		})
		this.unfinished = [...listed.keys()].filter(id => !this.streams.has(id))
	}

	private async openRecording(recordings: RecordingArchive, id: LiveStreamId, sections: readonly string[]) {
		const opened = await recordings.open(id, sections)
		if (!opened) return
		const { secret, endedAt, source } = opened.index
		const options = {
			...this.segmentStoreOptions(id, 'source', { secret, isRecorded: true }),
			files: opened.files,
		}
		const segmentStore = await SegmentStore.restore(options, source, true)
		// Its own media have come to the disk meanwhile.
		if (this.streams.get(id)?.isOnDisk) return
		this.add(id, { secret, isRecorded: true, endedAt, isAsleep: true, diskBytes: 0, sections }, segmentStore)
	}

	/** Sets earlier media aside, so that a live still on air does not overwrite them. */
	private async setStreamAside(streamId: LiveStreamId, error: unknown) {
		const folder = await this.setAside.add(streamId, this.options.clock.now())
		this.options.log.error({ err: error, streamId, folder }, 'a recording cannot be read: its media are set aside')
	}
}
