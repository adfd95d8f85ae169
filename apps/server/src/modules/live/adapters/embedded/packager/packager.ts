import { type AvcConfig, hasWholeNalUnits, readAvcConfig } from '../flv/avcConfig.ts'
import { CorruptMediaError } from '../flv/mediaErrors.ts'
import type { MediaPacket } from '../flv/mediaPacket.ts'
import { type AudioConfig, readAacConfig, readOpusConfig } from './audioConfig.ts'
import { type AudioSample, fragment, initSegment, timescale, type VideoSample } from './mp4.ts'

const seconds = (count: number) => Math.round(count * timescale)

/** Target duration of a part: 200 ms. */
const nominalPart = seconds(0.2)
/**
 * Duration of the first part after a start, so that playback begins early: an independent part may be short (RFC 8216bis
 * 4.4.4.9).
 */
const firstPart = seconds(0.1)
/** A whole number of frames lies between 85 % and 100 % of what the playlist promises. */
const fillOfPart = 0.925
/** Minimum share of the part target for a part that is not the last one and has no key frame. */
const leastOfPart = 0.85
/** A key frame begins a segment if the previous one is at least this long. */
const minSegment = seconds(0.95)
/** Longest segment; rounds to the target duration of 4 s: with key frames further apart, segments are cut between them. */
const maxSegment = seconds(4.4)
/** `EXT-X-TARGETDURATION`, which must never change. */
export const targetDurationSeconds = 4
/** Lag behind audio beyond which video is not waited for. */
const videoPatience = seconds(0.3)
/** Deviation beyond which audio is moved to the time of its timestamps. */
const audioToleranceSeconds = 0.1
/** After this much audio without a picture, the stream counts as audio only. */
const soundOnlyAfter = seconds(1)

/** Parameters of the following media; new ones begin a segment with a discontinuity. */
export interface PackagedInit {
	data: Buffer
	video: AvcConfig | undefined
	audio: AudioConfig | undefined
}

export interface PackagedPart {
	data: Buffer
	/** Start on the timeline of the stream, in ticks of 1/90,000 s; parts are contiguous except for gaps. */
	start: number
	duration: number
	/** Contains a key frame, or is audio only. */
	isIndependent: boolean
	startsSegment: boolean
	/** True if the next part is already known to begin another segment. */
	endsSegment: boolean
	frames: number
}

export interface PackagerListener {
	/** Called before the first part, and again when the parameters change. */
	onInit(init: PackagedInit): void
	/**
	 * The following media is not continuous with earlier media; called before the first part after it, after its init.
	 */
	onDiscontinuity(): void
	onPart(part: PackagedPart): void
	/** Called for a dropped frame. */
	onDropped(): void
}

export interface Packager {
	/**
	 * Takes the content of a tag, at a time on the stream's timeline.
	 * @throws CorruptMediaError when the media cannot be read
	 */
	push(packet: MediaPacket, ms: number): void
	/** Prepares for discontinuous media that begins with a key frame; with `isOther` it has its own parameters. */
	discontinue(options?: { isOther: boolean }): void
	/** Prepares for media of the same source after a pause, beginning with a key frame. */
	restart(): void
	/** Emits pending media, as at the end. */
	flush(): void
	/** The part target announced in `EXT-X-PART-INF`, in ticks; undefined before the first part. */
	partTarget(): number | undefined
}

/**
 * Makes CMAF parts of about 200 ms from H.264 with AAC or Opus. Parts end with a video frame; while the picture stands
 * still and audio continues, they end by time.
 */
export function createPackager(listener: PackagerListener, options: PackagerOptions = {}): Packager {
	return new CmafPackager(listener, options)
}

export interface PackagerOptions {
	/** Leaves out the picture: the audio of a broadcast alone, discontinuous wherever the picture is. */
	isSoundAlone?: boolean
}

class CmafPackager implements Packager {
	private readonly listener: PackagerListener
	private readonly isSoundAlone: boolean
	private avc: AvcConfig | undefined
	private sound: AudioConfig | undefined
	/** Parameters of the parts that are being made; undefined until a key frame begins them. */
	private current: { video: AvcConfig | undefined; audio: AudioConfig | undefined; isNew: boolean } | undefined
	private lastInit: Buffer | undefined
	private isDiscontinuous = false
	private sequence = 1
	/** In ticks. The duration of the newest frame is known when the next one arrives. */
	private held: VideoSample | undefined
	private video: VideoSample[] = []
	private audio: AudioSample[] = []
	private nextAudio: number | undefined
	private lastFrameDuration = 0
	private partStart = 0
	private segmentStart: number | undefined
	private isSegmentIndependent = false
	private target: number | undefined

	constructor(listener: PackagerListener, { isSoundAlone = false }: PackagerOptions) {
		this.listener = listener
		this.isSoundAlone = isSoundAlone
	}

	push(packet: MediaPacket, ms: number) {
		switch (packet.kind) {
			case 'videoConfig':
				return this.configureVideo(readAvcConfig(packet.config))
			case 'audioConfig':
				return this.configureAudio(
					packet.codec === 'opus' ? readOpusConfig(packet.config) : readAacConfig(packet.config),
				)
			case 'video':
				if (this.isSoundAlone) return
				return this.pushVideo(packet, Math.round(ms * (timescale / 1000)))
			case 'audio':
				return this.pushAudio(packet.data, ms)
		}
	}

	discontinue({ isOther } = { isOther: false }) {
		this.restart()
		this.isDiscontinuous = this.lastInit !== undefined
		if (!isOther) return
		this.avc = undefined
		this.sound = undefined
	}

	restart() {
		this.flush()
		this.current = undefined
		this.nextAudio = undefined
	}

	flush() {
		// The length of a truncated first part says nothing about later ones.
		if (this.current) this.target ??= Math.ceil(nominalPart / fillOfPart)
		if (this.current && this.held) {
			const duration = Math.min(this.lastFrameDuration || nominalPart, nominalPart / 2)
			this.video.push({ ...this.held, duration })
			this.held = undefined
			const latest = this.partStart + (this.target as number)
			const end = Math.max(this.partStart + 1, Math.min(this.lastVideoEnd(), latest))
			this.lengthenSound(end)
			this.endPart(end)
		} else if (this.current && this.audio.length > 0) {
			this.endPart(this.partStart + Math.max(1, this.audioEnd() - this.partStart))
		}
		this.video = []
		this.audio = []
		this.segmentStart = undefined
	}

	partTarget() {
		return this.target
	}

	private configureVideo(avc: AvcConfig) {
		if (this.avc?.record.equals(avc.record)) return
		if (this.current && !(this.isSoundAlone && this.avc === undefined)) this.discontinue()
		this.avc = avc
	}

	private configureAudio(sound: AudioConfig) {
		if (this.sound?.format === sound.format && this.sound.config.equals(sound.config)) return
		if (this.current && !this.current.isNew) this.discontinue()
		this.sound = sound
	}

	private pushVideo(frame: Extract<MediaPacket, { kind: 'video' }>, dts: number) {
		const avc = this.avc
		if (!avc) return this.listener.onDropped()
		if (!hasWholeNalUnits(frame.data, avc.lengthBytes)) throw new CorruptMediaError('a picture with broken NAL units')
		if (this.current && !this.current.video) this.discontinue()
		const isStart = !this.current
		if (isStart && !frame.isKey) return this.listener.onDropped()
		if (isStart) this.begin(dts)
		if (this.held && dts <= this.held.dts) return this.listener.onDropped()
		this.completeHeld(dts)
		if (!isStart) this.cutBefore(dts, frame.isKey)
		const compositionOffset = Math.round(frame.compositionMs * (timescale / 1000))
		this.held = { dts, duration: 0, compositionOffset, isKey: frame.isKey, data: frame.data }
	}

	private begin(dts: number) {
		this.current = { video: this.avc, audio: this.sound, isNew: true }
		this.partStart = Math.max(dts, this.partStart)
		const from = this.partStart - seconds(0.05)
		this.audio = this.audio.filter(sample => this.audioTicks(sample.dts) >= from)
		this.segmentStart = undefined
	}

	private completeHeld(dts: number) {
		if (!this.held) return
		const duration = dts - this.held.dts
		this.lastFrameDuration = duration
		this.video.push({ ...this.held, duration })
		this.held = undefined
	}

	/** Ends the part before a frame that would make it too long, and the segment before a key frame. */
	private cutBefore(dts: number, isKey: boolean) {
		// A frame shown for longer than a part: audio continues in its own parts.
		while (this.target !== undefined && this.current?.audio && dts - this.partStart > this.target) {
			if (!this.endAudioSlice()) break
		}
		this.leaveOutPause(dts)
		const length = dts - this.partStart
		if (length <= 0) return
		const isSegmentLong = this.segmentStart !== undefined && dts - this.segmentStart >= minSegment
		if (isKey && (isSegmentLong || (this.segmentStart !== undefined && !this.isSegmentIndependent))) {
			return this.endPart(dts, true)
		}
		if (this.isFull(length)) this.endPart(dts)
	}

	/** Duration of full parts: a whole number of frames, as in the first ones. */
	private nominalLength(duration: number): number {
		if (this.video.length === 0 || this.lastFrameDuration === 0) return duration
		return Math.max(1, Math.round(nominalPart / this.lastFrameDuration)) * this.lastFrameDuration
	}

	/** Handles a pause longer than a part may last: pending media is emitted, the rest is a gap. */
	private leaveOutPause(dts: number) {
		if (this.target === undefined || dts - this.partStart <= this.target) return
		this.endPart(this.partStart + this.target, true)
		this.partStart = dts
		this.segmentStart = undefined
	}

	/** Returns whether the part should end here: another frame like the last would make it too long. */
	private isFull(length: number): boolean {
		if (this.current?.isNew) return length + this.lastFrameDuration / 2 > firstPart
		if (this.target === undefined) return length + this.lastFrameDuration / 2 > nominalPart
		if (length + this.lastFrameDuration <= this.target) return false
		// Frames are uneven. With audio the part can end between two of them; without, it can't.
		return length >= this.target * leastOfPart || !this.current?.audio
	}

	private pushAudio(data: Buffer, ms: number) {
		const { sound } = this
		const duration = sound?.samplesOf(data) ?? 0
		if (!sound || duration === 0) return this.listener.onDropped()
		const wanted = Math.round((ms * sound.sampleRate) / 1000)
		const tolerance = audioToleranceSeconds * sound.sampleRate
		if (this.nextAudio === undefined || wanted - this.nextAudio > tolerance) this.nextAudio = wanted
		else if (this.nextAudio - wanted > tolerance) return this.listener.onDropped()
		const previous = this.audio.at(-1)
		if (previous) previous.duration = this.nextAudio - previous.dts
		this.audio.push({ dts: this.nextAudio, duration, data })
		this.nextAudio += duration
		this.cutBySound()
	}

	/** Makes parts of audio alone; with video only while the picture stands still. */
	private cutBySound() {
		const first = this.audio[0]
		if (!first || !this.sound) return
		if (!this.current) {
			const isShort = this.audioEnd() - this.audioTicks(first.dts) < soundOnlyAfter
			if (!this.isSoundAlone && (this.avc || isShort)) return this.limitWaitingSound()
			this.current = { video: undefined, audio: this.sound, isNew: true }
			this.partStart = Math.max(this.audioTicks(first.dts), this.partStart)
			this.segmentStart = undefined
		}
		if (this.current.video) {
			const isStanding = this.audioEnd() - this.partStart >= (this.target ?? nominalPart) + videoPatience
			if (isStanding && this.target !== undefined && this.current.audio) this.endAudioSlice()
			return
		}
		const frame = this.audioTicks((this.audio.at(-1) as AudioSample).duration)
		const limit = this.target ?? nominalPart
		let end = this.partStart
		for (const sample of [...this.audio]) {
			end = this.audioTicks(sample.dts + sample.duration)
			if (end - this.partStart + frame > limit) this.endPart(end)
		}
	}

	/** Limits the audio collected while waiting for a key frame. */
	private limitWaitingSound() {
		const from = this.audioEnd() - soundOnlyAfter * 2
		while (this.audio[0] && this.audioTicks(this.audio[0].dts) < from) {
			this.audio.shift()
			this.listener.onDropped()
		}
	}

	/** Ends a part of exactly the target although no video frame ended; false if the audio is not sufficient. */
	private endAudioSlice(): boolean {
		const end = this.partStart + (this.target as number)
		const hasSound = this.audio.some(({ dts }) => this.audioTicks(dts) < end)
		if (hasSound) this.endPart(end)
		return hasSound
	}

	private endPart(end: number, isAtKeyFrame = false) {
		const duration = end - this.partStart
		const current = this.current
		if (!current || duration <= 0) return
		const isNew = current.isNew
		// Audio that arrives after the first frame is still in time for the parameters.
		if (isNew) current.audio = this.sound
		const audio = current.audio ? this.takeAudio(end) : []
		if (isNew) this.beginSound(audio)
		if (this.video.length === 0 && audio.length === 0) return
		current.isNew = false
		this.target ??= Math.ceil(this.nominalLength(duration) / fillOfPart)
		if (isNew) this.announce()
		const isIndependent = current.video ? this.video.some(({ isKey }) => isKey) : true
		if (this.segmentStart !== undefined && end - this.segmentStart > maxSegment) this.segmentStart = undefined
		const startsSegment = this.segmentStart === undefined
		if (startsSegment) {
			this.segmentStart = this.partStart
			this.isSegmentIndependent = isIndependent
		}
		const isLongSound = current.video === undefined && end - (this.segmentStart as number) >= minSegment * 2
		const endsSegment = isAtKeyFrame || isLongSound
		if (endsSegment) this.segmentStart = undefined
		const data = fragment(this.sequence++, this.video, audio)
		const frames = this.video.length
		this.video = []
		const start = this.partStart
		this.partStart = end
		this.listener.onPart({ data, start, duration, isIndependent, startsSegment, endsSegment, frames })
	}

	/**
	 * Extends the last audio frame to the end of the picture. After a gap in either, browsers skip pictures up to the next
	 * key frame.
	 */
	private lengthenSound(end: number) {
		const last = this.audio.at(-1)
		if (!last || !this.sound) return
		last.duration = Math.max(last.duration, Math.floor((end * this.sound.sampleRate) / timescale) - last.dts)
	}

	/** Moves the first audio frame to the start of the picture, for the same reason. */
	private beginSound([first]: AudioSample[]) {
		if (!first || !this.sound || this.video.length === 0) return
		const start = Math.ceil((this.partStart * this.sound.sampleRate) / timescale)
		if (first.dts <= start) return
		first.duration += first.dts - start
		first.dts = start
	}

	private takeAudio(end: number): AudioSample[] {
		const later = this.audio.findIndex(({ dts }) => this.audioTicks(dts) >= end)
		const taken = later === -1 ? this.audio : this.audio.slice(0, later)
		this.audio = this.audio.slice(taken.length)
		return taken
	}

	/** Announces new parameters, and a discontinuity if there was one. */
	private announce() {
		const current = this.current
		if (!current) return
		const init = initSegment(current.video, current.audio)
		const isNew = !this.lastInit?.equals(init)
		if (isNew) {
			if (this.lastInit) this.isDiscontinuous = true
			this.lastInit = init
			this.listener.onInit({ data: init, video: current.video, audio: current.audio })
		}
		if (!this.isDiscontinuous) return
		this.isDiscontinuous = false
		this.listener.onDiscontinuity()
	}

	private audioTicks(samples: number) {
		return Math.round((samples * timescale) / (this.sound as AudioConfig).sampleRate)
	}

	private audioEnd() {
		const last = this.audio.at(-1)
		return last ? this.audioTicks(last.dts + last.duration) : this.partStart
	}

	private lastVideoEnd() {
		const last = this.video.at(-1)
		return last ? last.dts + last.duration : this.partStart
	}
}
