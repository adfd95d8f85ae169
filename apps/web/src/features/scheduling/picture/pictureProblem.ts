import { limits } from '@parley/core'

/** Why a file is not uploaded (LSET-11, LSET-12). */
export type PictureProblem = 'type' | 'size' | 'typeAndSize'

const signatures = [
	[0xff, 0xd8, 0xff],
	[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
] as const

/** JPEG or PNG by its first bytes, whatever its name says, and not too large. */
export async function pictureProblem(file: Blob): Promise<PictureProblem | undefined> {
	const bytes = new Uint8Array(await file.slice(0, 8).arrayBuffer())
	const isTooLarge = file.size > limits.pictureMaxBytes
	const isPicture = signatures.some(signature => signature.every((byte, at) => bytes[at] === byte))
	if (!isPicture) return isTooLarge ? 'typeAndSize' : 'type'
	return isTooLarge ? 'size' : undefined
}
