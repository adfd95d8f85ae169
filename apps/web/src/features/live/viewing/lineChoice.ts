import type { LiveLine } from '@parley/api'
import { limits } from '@parley/core'
import { streamAddress } from './liveView.ts'

/** A viewer's choice: a line by index and a definition by name; `auto` lets the player choose. */
export interface StreamChoice {
	line: number
	definition: string
}

export const initialChoice: StreamChoice = { line: 0, definition: 'auto' }

/** The lines offered (LIVE-02). */
export const linesOf = (lines: readonly LiveLine[]): readonly LiveLine[] => lines.slice(0, limits.liveLinesMax)

/** The address for the choice; a definition the line lacks counts as `auto`. Undefined without a line. */
export function chosenAddress(
	{ lines, defaultSuffix, token }: { lines: readonly LiveLine[]; defaultSuffix: string; token: string },
	choice: StreamChoice,
): string | undefined {
	const line = linesOf(lines)[choice.line] ?? lines[0]
	if (!line) return undefined
	const definition = line.definitions.find(({ name }) => name === choice.definition)
	return streamAddress(line.hlsPullUrl, definition?.suffix ?? defaultSuffix, token)
}

/** The next line; the same one if it is the only one. */
export const nextLine = (lines: readonly LiveLine[], choice: StreamChoice): StreamChoice => ({
	...choice,
	line: (choice.line + 1) % Math.max(1, linesOf(lines).length),
})

/** The audio rendition of the chosen line; if it has none, the definition with the lowest bit rate. */
export function soundChoice(lines: readonly LiveLine[], choice: StreamChoice): StreamChoice {
	const { definitions } = linesOf(lines)[choice.line] ?? lines[0] ?? { definitions: [] }
	const [smallest] = [...definitions].sort((one, other) => one.bitsPerSecond - other.bitsPerSecond)
	const chosen = definitions.find(({ name }) => name === 'audio') ?? smallest
	return chosen ? { ...choice, definition: chosen.name } : choice
}

/** Minimum time on a line: if none responds, they are tried in turn at this pace. */
const leaveEveryMs = 3_000

/** Limits how often the player leaves an unresponsive line. */
export function createLineLeaving(now: () => number = () => performance.now()): { mayLeave(): boolean } {
	let leftAt = Number.NEGATIVE_INFINITY
	return {
		mayLeave() {
			const isTime = now() - leftAt >= leaveEveryMs
			if (isTime) leftAt = now()
			return isTime
		},
	}
}
