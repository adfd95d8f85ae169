import { m } from '../../locales/index.ts'
import { Banner } from '../../ui/index.ts'
import type { Remedy, TurnedAway } from './refusals.ts'
import { turnedAwayWords } from './words.ts'

export interface RefusedProps {
	why: TurnedAway | undefined
	/** Where leaving leads. */
	leaveLabel: string
	onRemedy(remedy: Remedy): void
}

/** Why somebody is not let in, and the one button that helps. What is about a field is said at the field. */
export function Refused({ why, leaveLabel, onRemedy }: RefusedProps) {
	const shown = why && !why.field ? why : undefined
	const labels: Partial<Record<Remedy, string>> = {
		'sign-in': m.joining_sign_in(),
		'try-again': m.joining_try_again(),
		leave: leaveLabel,
		reload: m.joining_reload(),
	}
	const label = shown && labels[shown.remedy]
	return (
		<Banner action={shown && label ? { label, onPress: () => onRemedy(shown.remedy) } : undefined}>
			{shown && turnedAwayWords(shown)}
		</Banner>
	)
}
