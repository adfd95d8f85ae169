/** A file that the script in the HTML has requested for the first picture (app/initial/initialLive.ts). */
export interface InitialFile {
	/** Times are those of `performance.now()`. */
	sentAt: number
	loaded: Promise<{ body: ArrayBuffer; firstByteAt: number; endedAt: number }>
}

declare global {
	interface Window {
		initialLive?: {
			/** Segments are played, not parts, because the line to this server takes long there and back. */
			isSlow: boolean
			/** By absolute URL. */
			files: Map<string, InitialFile>
		}
	}
}

/** An older playlist leads to media that viewers near the live do not want any more. */
const validForMs = 10_000

/** The file, once: later requests are for a newer one. */
export function takeInitialFile(url: string): InitialFile | undefined {
	const files = window.initialLive?.files
	const { href } = new URL(url, location.href)
	const file = files?.get(href)
	files?.delete(href)
	return file && performance.now() - file.sentAt < validForMs ? file : undefined
}

export const isSlowLine = (): boolean => window.initialLive?.isSlow ?? false
