import { createHmac } from 'node:crypto'

/** The kind of a definition's file, derived from its name; no other part of a name reaches the disk. */
export type FileName =
	| { kind: 'init'; number: number; signature: string }
	| { kind: 'segment'; msn: number; signature: string }
	| { kind: 'part'; msn: number; part: number; signature: string }

const signatureLength = 16
const pattern = /^(?:i(\d{1,6})\.([\w-]{16})\.mp4|(\d{1,10})(?:\.(\d{1,5}))?\.([\w-]{16})\.m4s)$/

/** Undefined for every name that is not ours, such as `../`. */
export function parseFileName(name: string): FileName | undefined {
	const [, init, initSignature, msn, part, signature] = pattern.exec(name) ?? []
	if (init !== undefined && initSignature !== undefined)
		return { kind: 'init', number: Number(init), signature: initSignature }
	if (msn === undefined || signature === undefined) return undefined
	if (part === undefined) return { kind: 'segment', msn: Number(msn), signature }
	return { kind: 'part', msn: Number(msn), part: Number(part), signature }
}

/** Cached signatures: a playlist of hours lists thousands of names, several times a second. */
export interface NamedSegment {
	msn: number
	signature?: string
}

export interface FileNames {
	init(number: number): string
	segment(segment: NamedSegment): string
	part(segment: NamedSegment, part: number): string
	/** Returns whether the name carries the signature found only in playlists. */
	isTold(name: FileName): boolean
}

/**
 * Names that cannot be guessed: without (or no longer) reading playlists a client cannot find the next segment, and a
 * cache in front need not know who may view.
 */
export function createFileNames(secret: Buffer, definition: string): FileNames {
	const signatureOf = (what: string) =>
		createHmac('sha256', secret).update(`${definition}/${what}`).digest('base64url').slice(0, signatureLength)
	const signed = (segment: NamedSegment) => {
		segment.signature ??= signatureOf(`${segment.msn}`)
		return segment.signature
	}
	return {
		init: number => `i${number}.${signatureOf(`i${number}`)}.mp4`,
		segment: segment => `${segment.msn}.${signed(segment)}.m4s`,
		part: (segment, part) => `${segment.msn}.${part}.${signed(segment)}.m4s`,
		isTold: name => name.signature === signatureOf(name.kind === 'init' ? `i${name.number}` : `${name.msn}`),
	}
}
