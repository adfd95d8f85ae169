import type { ReactNode } from 'react'
import { m } from '../../../locales/index.ts'
import { RequireMember } from '../../personal/index.ts'
import type { MemberSession } from '../../session/index.ts'
import { useReturnToDraft } from './draftNavigation.ts'
import { type DraftKind, parseDraftKind } from './draftStorage.ts'

export interface DraftPickerScreenProps {
	title: string
	/** The form the screen belongs to, taken from the address. */
	from: string | undefined
	children(picker: { from: DraftKind; person: MemberSession; back(): void }): ReactNode
}

/** A screen that picks something for a meeting: for members, and back leads to the form. */
export function DraftPickerScreen({ title, from: given, children }: DraftPickerScreenProps) {
	const from = parseDraftKind(given)
	const back = useReturnToDraft(from)
	return (
		<RequireMember title={title} text={m.scheduling_guest_text()} onBack={back}>
			{person => children({ from, person, back })}
		</RequireMember>
	)
}
