import {
	cameraLayers,
	type LineQuality,
	type MediaSource,
	type ParticipantId,
	type Slot,
	type ViewRequest,
} from '@parley/room'
import type { Audio, PeerConnection, RtcConfig, Track, Video } from 'node-datachannel'
import type { EngineStats } from '../../../mediaEngine.ts'
import type { SendToParticipant } from '../../../signalling.ts'
import type { NetworkConfig } from '../ipc.ts'
import { AudioSubscription } from './audioSubscription.ts'
import { Downlink } from './downlink.ts'
import { answerReceived, type Negotiation, offerSent, requestOffer, stable } from './negotiation.ts'
import { PacketArrivals } from './packetArrivals.ts'
import { type CatchErrors, Publication } from './publication.ts'
import { type LineObservation, QualityMeter } from './qualityMeter.ts'
import { isPublicCandidate, replaceHostAddress, withoutCandidates, withoutPrivateCandidates } from './sdp.ts'
import { kindOf, receivingLine, sendingLine } from './sources.ts'
import type { Subscription, SubscriptionSetup } from './subscription.ts'
import { VideoSubscription } from './videoSubscription.ts'

/** Participants for whom a connection has lines before they come; when the lines are used up, as many are added. */
const reservedParticipants = 4

export interface PeerSetup {
	/** The participant; another one once a prepared connection is admitted. */
	owner: { readonly participantId: ParticipantId }
	connectionId: string
	/** Sources this participant may send. */
	sources: readonly MediaSource[]
	network: NetworkConfig
	connect: (name: string, config: RtcConfig) => PeerConnection
	now: () => number
	random16: () => number
	nextSsrc: () => number
	counters: Pick<EngineStats, 'packetsIn' | 'packetsOut' | 'lostIn' | 'lostOut'>
	send: SendToParticipant
	onSpeaking: (speaking: boolean) => void
	onQuality: (quality: LineQuality) => void
	/** The connection failed or was closed by the other end. */
	onConnectionLost: () => void
	/** Called when code of this peer throws. */
	onError: (error: unknown) => void
}

/** One participant's connection: the sources they send, and the lines that carry the other participants' sources. */
export class Peer {
	readonly connectionId: string
	readonly #setup: PeerSetup
	readonly #connection: PeerConnection
	readonly #tracks: Track[] = []
	readonly #publications = new Map<MediaSource, Publication>()
	readonly #subscriptions: Subscription[] = []
	readonly #downlink: Downlink
	readonly #arrivals = new PacketArrivals()
	readonly #quality: QualityMeter
	/** A stream that this participant sends; feedback on all of them is addressed to it. */
	#sentSsrc: number | undefined
	#lines = 0
	#offers = 0
	#negotiation: Negotiation = stable
	#described = false
	#hasStarted = false
	/** True once the other end has answered, so that its certificate is known (ROOM-65). */
	#isAnswered = false
	#lastOffer: { offerId: number; sdp: string } | undefined
	#closed = false

	readonly #catchErrors: CatchErrors =
		act =>
		(...args) => {
			try {
				act(...args)
			} catch (error) {
				if (!this.#closed) this.#setup.onError(error)
			}
		}
	readonly tick = this.#catchErrors((nowMs: number) => {
		for (const publication of this.#publications.values()) publication.tick(nowMs)
		this.#downlink.tick(nowMs)
		this.#sendFeedback(nowMs)
		this.#quality.update(this.#observeLine(), nowMs)
	})
	readonly answer = this.#catchErrors((offerId: number, sdp: string) => {
		const { next, accept, start } = answerReceived(this.#negotiation, offerId)
		if (!accept || this.#closed) return
		this.#connection.setRemoteDescription(this.#mayProbePrivate ? sdp : withoutPrivateCandidates(sdp), 'answer')
		this.#negotiation = next
		this.#downlink.onAnswer(sdp)
		for (const publication of this.#publications.values()) publication.onAnswer(sdp)
		this.#requestKeyFrames()
		const isFirst = !this.#isAnswered
		this.#isAnswered = true
		if (start) this.#offer()
		// The first offer had no candidates.
		else if (isFirst) this.#negotiate()
	})

	constructor(setup: PeerSetup) {
		this.connectionId = setup.connectionId
		this.#setup = setup
		this.#downlink = new Downlink({
			now: setup.now,
			onSent: () => {
				setup.counters.packetsOut++
			},
			onPaused: paused => setup.send('paused', paused),
		})
		this.#quality = new QualityMeter(setup.onQuality)
		this.#connection = setup.connect(setup.connectionId, connectionConfig(setup.network))
		this.#connection.onStateChange(this.#catchErrors(state => this.#onState(state)))
		this.#connection.onGatheringStateChange(this.#catchErrors(() => this.#sendOfferWhenReady()))
		this.#connection.onLocalDescription(
			this.#catchErrors((_sdp, type) => {
				this.#described = type === 'offer'
				this.#sendOfferWhenReady()
			}),
		)
		for (const source of setup.sources) this.#publications.set(source, this.#receive(source))
	}

	get participantId(): ParticipantId {
		return this.#setup.owner.participantId
	}

	publication(source: MediaSource): Publication | undefined {
		return this.#publications.get(source)
	}

	get quality(): LineQuality {
		return this.#quality.quality
	}

	get published(): Publication[] {
		return [...this.#publications.values()].filter(publication => publication.published)
	}

	/** Withdraws the media sections for other sources than these, which every prepared connection offers. */
	restrictTo(sources: readonly MediaSource[]): void {
		for (const source of this.#publications.keys()) if (!sources.includes(source)) this.#publications.delete(source)
	}

	/** Makes the first offer, or repeats an unanswered one and what a page may have missed. */
	start(): void {
		this.#downlink.reportAgain()
		if (!this.#hasStarted) {
			this.#hasStarted = true
			while (this.#reserve < reservedParticipants) this.#addLines()
			this.#negotiate()
		} else if (this.#negotiation.status === 'waiting' && this.#lastOffer) this.#sendStoredOffer(this.#lastOffer)
		else if (this.#offers > 0) this.#setup.send('slots', { connectionId: this.connectionId, slots: this.#slots() })
	}

	/** Forwards another participant's source to this one, on an idle line if one exists, otherwise on a new one. */
	subscribe(publication: Publication): void {
		const kind = kindOf(publication.source)
		const [idle] = this.#idleOf(kind)
		const line = idle ?? this.#reserveLines()[kind]
		line.attach(publication)
		// The first offer contains it.
		if (!this.#hasStarted) return
		if (idle) this.#setup.send('slots', { connectionId: this.connectionId, slots: this.#slots() })
		else this.#negotiate()
	}

	unsubscribe(publication: Publication): void {
		const line = this.#subscriptions.find(subscription => subscription.publication === publication)
		if (!line) return
		line.detach()
		this.#setup.send('slots', { connectionId: this.connectionId, slots: this.#slots() })
	}

	/** Sends no more than the page can show from now on (ROOM-86). */
	view(tiles: ViewRequest['tiles']): void {
		this.#downlink.view(tiles)
	}

	candidate(candidate: string, mid: string): void {
		if (!this.#mayProbePrivate && !isPublicCandidate(candidate)) return
		if (!this.#closed && candidate !== '') this.#connection.addRemoteCandidate(candidate, mid)
	}

	close(): void {
		if (this.#closed) return
		this.#closed = true
		for (const line of this.#subscriptions) line.detach()
		// Closing the connection alone does not release the callbacks of its tracks, which hold this peer and its packets.
		for (const track of this.#tracks) this.#catchErrors(() => track.close())()
		this.#catchErrors(() => this.#connection.close())()
	}

	/**
	 * A private address may belong to any machine in the server's network. A browser that can reach us needs no check
	 * from us: its own reveals its address.
	 */
	get #mayProbePrivate(): boolean {
		return this.#setup.network.privateCandidates
	}

	#receive(source: MediaSource): Publication {
		const { owner, now, counters, onSpeaking, send } = this.#setup
		const mid = String(this.#lines++)
		const track = this.#addTrack(receivingLine(mid, source))
		const onPacket = (transportNumber: number | undefined, ssrc: number) => {
			counters.packetsIn++
			this.#sentSsrc = ssrc
			if (transportNumber !== undefined) this.#arrivals.add(transportNumber, now())
		}
		const onLost = (packets: number) => {
			counters.lostIn += packets
		}
		return new Publication({
			owner,
			source,
			mid,
			track,
			now,
			onPacket,
			onLost,
			onSpeaking,
			onLayers: layers => send('layers', { source, rids: layers.flatMap(layer => cameraLayers[layer]?.rid ?? []) }),
			catchErrors: this.#catchErrors,
		})
	}

	#addTrack(line: Audio | Video): Track {
		const track = this.#connection.addTrack(line)
		this.#tracks.push(track)
		return track
	}

	#addLine(source: MediaSource): Subscription {
		const { random16, nextSsrc, now, counters } = this.#setup
		const mid = String(this.#lines++)
		const kind = kindOf(source)
		const streams = { ssrc: nextSsrc(), retransmissionSsrc: nextSsrc() }
		const setup: SubscriptionSetup = {
			mid,
			streams,
			track: this.#addTrack(sendingLine(mid, kind, streams)),
			sender: this.#downlink.sender,
			now,
			random16,
			onLost(packets) {
				counters.lostOut += packets
			},
			onReport: packet => this.#downlink.onReport(packet),
			catchErrors: this.#catchErrors,
		}
		const line = kind === 'audio' ? this.#addAudio(setup) : this.#addVideo(setup)
		this.#subscriptions.push(line)
		return line
	}

	#addAudio(setup: SubscriptionSetup): Subscription {
		const line = new AudioSubscription(setup, () => this.#downlink.audioProtection)
		this.#downlink.addAudio(line)
		return line
	}

	#addVideo(setup: SubscriptionSetup): Subscription {
		const line = new VideoSubscription(setup, this.#downlink.estimator)
		this.#downlink.addVideo(line)
		return line
	}

	#idleOf(kind: Subscription['kind']): Subscription[] {
		return this.#subscriptions.filter(line => line.kind === kind && !line.publication)
	}

	/** Participants who can be received without another offer. */
	get #reserve(): number {
		return Math.min(this.#idleOf('audio').length, this.#idleOf('video').length)
	}

	/** Adds idle lines, so that the next participants can be received without another offer; returns the first of them. */
	#reserveLines(): Record<Subscription['kind'], Subscription> {
		const first = this.#addLines()
		for (let count = 1; count < reservedParticipants; count++) this.#addLines()
		return first
	}

	/** Adds the lines that one participant needs. */
	#addLines(): Record<Subscription['kind'], Subscription> {
		return { audio: this.#addLine('microphone'), video: this.#addLine('camera') }
	}

	/** Tells the sender which of its packets arrived when, so that its browser fits what it sends to its line. */
	#sendFeedback(nowMs: number): void {
		const [publication] = this.#publications.values()
		if (this.#sentSsrc === undefined || !publication) return
		const report = this.#arrivals.due(this.#sentSsrc, nowMs)
		if (report) publication.sendReport(report)
	}

	#observeLine(): LineObservation {
		return {
			...this.#downlink.observe(),
			lossUp: this.#arrivals.lossFraction,
		}
	}

	#negotiate(): void {
		const { next, start } = requestOffer(this.#negotiation)
		this.#negotiation = next
		if (start) this.#offer()
	}

	#offer(): void {
		if (!this.#closed) this.#connection.setLocalDescription('offer')
	}

	/** The description and its candidates come by separate callbacks, in either order. */
	#sendOfferWhenReady(): void {
		if (this.#closed || this.#negotiation.status !== 'preparing' || !this.#described) return
		if (this.#connection.gatheringState() !== 'complete') return
		const sdp = this.#connection.localDescription()?.sdp
		if (sdp === undefined) return
		this.#described = false
		this.#lastOffer = {
			offerId: ++this.#offers,
			sdp: this.#isAnswered ? this.#withOurAddress(sdp) : withoutCandidates(sdp),
		}
		this.#negotiation = offerSent(this.#negotiation, this.#offers)
		this.#sendStoredOffer(this.#lastOffer)
	}

	#withOurAddress(sdp: string): string {
		return replaceHostAddress(sdp, this.#setup.network.announcedIp)
	}

	#sendStoredOffer({ offerId, sdp }: { offerId: number; sdp: string }): void {
		this.#setup.send('offer', { connectionId: this.connectionId, offerId, sdp, slots: this.#slots() })
	}

	#slots(): Slot[] {
		const sending = [...this.#publications.values()].map(({ mid, source }) => ({ role: 'send' as const, mid, source }))
		const receiving = this.#subscriptions.flatMap(({ mid, publication }) =>
			publication
				? [{ role: 'receive' as const, mid, source: publication.source, participantId: publication.participantId }]
				: [],
		)
		return [...sending, ...receiving]
	}

	#onState(state: string): void {
		if (this.#closed) return
		if (state === 'connected') this.#requestKeyFrames()
		if (state === 'failed' || state === 'disconnected' || state === 'closed') this.#setup.onConnectionLost()
	}

	#requestKeyFrames(): void {
		for (const line of this.#subscriptions) line.requestKeyFrame()
	}
}

function connectionConfig({ bindAddress, udpPorts, udpMux }: NetworkConfig) {
	return {
		iceServers: [],
		disableAutoNegotiation: true,
		forceMediaTransport: true,
		portRangeBegin: udpPorts.from,
		portRangeEnd: udpMux ? udpPorts.from : udpPorts.to,
		enableIceUdpMux: udpMux,
		...(bindAddress ? { bindAddress } : {}),
	}
}
