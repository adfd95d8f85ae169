import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { RequireMember } from '../../features/personal/index.ts'
import {
	type DraftKind,
	getDraftStart,
	parseDraftKind,
	RecurrencePicker,
	SchedulingPage,
	saveDraftRecurrence,
	useClearDraftOnLeave,
	useRecurrenceSelection,
	useReturnToDraft,
} from '../../features/scheduling/index.ts'
import { serverNow } from '../../features/site/index.ts'
import { m } from '../../locales/index.ts'

export const title = () => m.scheduling_frequency_title()

/** /frequency: chooses a recurrence (REC-01 to REC-05). */
export function Frequency() {
	const from = parseDraftKind(useSearch({ from: '/frequency' }).from)
	const back = useReturnToDraft(from)
	return (
		<RequireMember title={m.scheduling_frequency_title()} text={m.scheduling_guest_text()} onBack={back}>
			{() => <FrequencyForm from={from} back={back} />}
		</RequireMember>
	)
}

function FrequencyForm({ from, back }: { from: DraftKind; back(): void }) {
	useClearDraftOnLeave(from)
	const [recurrence, select] = useRecurrenceSelection(from)
	const [start] = useState(() => getDraftStart(from, serverNow()))

	function confirm() {
		saveDraftRecurrence(from, recurrence)
		back()
	}

	return (
		<SchedulingPage
			title={m.scheduling_frequency_title()}
			onBack={back}
			submit={{ label: m.scheduling_frequency_done(), onPress: confirm }}
		>
			<RecurrencePicker recurrence={recurrence} {...start} onChange={select} />
		</SchedulingPage>
	)
}

export { Frequency as Screen }
