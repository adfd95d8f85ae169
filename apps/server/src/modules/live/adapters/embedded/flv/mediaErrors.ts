/** The data is not valid FLV, RTMP, H.264 or AAC; ends only its publisher. */
export class CorruptMediaError extends Error {}

/** A codec that the origin does not repackage. */
export class UnsupportedCodecError extends Error {
	readonly codec: string
	constructor(codec: string) {
		super(`${codec} is not supported: send H.264 video and AAC sound`)
		this.codec = codec
	}
}
