import { createHmac } from 'node:crypto'

/** What a file of a definition is, from its name alone; nothing else of a name reaches the disk. */
export type FileName =
	| { kind: 'init'; number: number; proof: string }
	| { kind: 'segment'; msn: number; proof: string }
	| { kind: 'part'; msn: number; part: number; proof: string }

const proofLength = 16
const pattern = /^(?:i(\d{1,6})\.([\w-]{16})\.mp4|(\d{1,10})(?:\.(\d{1,5}))?\.([\w-]{16})\.m4s)$/

/** Undefined for everything that is no name of ours, `../` among it. */
export function parseFileName(name: string): FileName | undefined {
	const [, init, initProof, msn, part, proof] = pattern.exec(name) ?? []
	if (init !== undefined && initProof !== undefined) return { kind: 'init', number: Number(init), proof: initProof }
	if (msn === undefined || proof === undefined) return undefined
	if (part === undefined) return { kind: 'segment', msn: Number(msn), proof }
	return { kind: 'part', msn: Number(msn), part: Number(part), proof }
}

export interface FileNames {
	init(number: number): string
	segment(msn: number): string
	part(msn: number, part: number): string
	/** Whether the name carries what only the playlists tell. */
	isTold(name: FileName): boolean
}

/**
 * Names that cannot be guessed: whoever has not read a playlist, or may no longer, does not find the next segment, and a
 * cache in front needs to know nothing about who may view.
 */
export function createFileNames(secret: Buffer, definition: string): FileNames {
	const proofs = new Map<string, string>()
	const proofOf = (what: string) => {
		const known = proofs.get(what)
		if (known !== undefined) return known
		const proof = createHmac('sha256', secret).update(`${definition}/${what}`).digest('base64url').slice(0, proofLength)
		// The newest names are asked for by every viewer, older ones by few.
		if (proofs.size >= 64) proofs.delete(proofs.keys().next().value as string)
		proofs.set(what, proof)
		return proof
	}
	return {
		init: number => `i${number}.${proofOf(`i${number}`)}.mp4`,
		segment: msn => `${msn}.${proofOf(`${msn}`)}.m4s`,
		part: (msn, part) => `${msn}.${part}.${proofOf(`${msn}`)}.m4s`,
		isTold: name => name.proof === proofOf(name.kind === 'init' ? `i${name.number}` : `${name.msn}`),
	}
}
