import type { LiveLine } from '@parley/api'
import { limits } from '@parley/core'
import { streamAddress } from './liveView.ts'

/** A viewer's choice: a line by index and a definition by name; `auto` lets the player choose. */
export interface StreamChoice {
	line: number
	definition: string
}

export const initialChoice: StreamChoice = { line: 0, definition: 'auto' }

/** Lines that are offered (LIVE-02). */
export const linesOf = (lines: readonly LiveLine[]): readonly LiveLine[] => lines.slice(0, limits.liveLinesMax)

/** The address of what was chosen; a definition the line has not is `auto`. Nothing where there is no line. */
export function chosenAddress(
	{ lines, defaultSuffix, token }: { lines: readonly LiveLine[]; defaultSuffix: string; token: string },
	choice: StreamChoice,
): string | undefined {
	const line = linesOf(lines)[choice.line] ?? lines[0]
	if (!line) return undefined
	const definition = line.definitions.find(({ name }) => name === choice.definition)
	return streamAddress(line.hlsPullUrl, definition?.suffix ?? defaultSuffix, token)
}

/** The line after this one; the same where it is the only one. */
export const nextLine = (lines: readonly LiveLine[], choice: StreamChoice): StreamChoice => ({
	...choice,
	line: (choice.line + 1) % Math.max(1, linesOf(lines).length),
})

/** The sound of the chosen line by itself; where it has none, the definition with the fewest bytes. */
export function soundChoice(lines: readonly LiveLine[], choice: StreamChoice): StreamChoice {
	const { definitions } = linesOf(lines)[choice.line] ?? lines[0] ?? { definitions: [] }
	const [smallest] = [...definitions].sort((one, other) => one.bitsPerSecond - other.bitsPerSecond)
	const chosen = definitions.find(({ name }) => name === 'audio') ?? smallest
	return chosen ? { ...choice, definition: chosen.name } : choice
}

/** If no line responds, they are tried in turn, not as fast as they fail. */
const leaveEveryMs = 3_000

/** Limits how often the player leaves a line that does not answer. */
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
