import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import {
	type DraftKind,
	DraftPickerScreen,
	getDraftStart,
	RecurrencePicker,
	SchedulingPage,
	saveDraftRecurrence,
	useClearDraftOnLeave,
	useRecurrenceSelection,
} from '../../features/scheduling/index.ts'
import { serverNow } from '../../features/site/index.ts'
import { m } from '../../locales/index.ts'

export const title = () => m.scheduling_frequency_title()

/** /frequency: chooses a recurrence (REC-01 to REC-05). */
export function Frequency() {
	const { from } = useSearch({ from: '/frequency' })
	return (
		<DraftPickerScreen title={m.scheduling_frequency_title()} from={from}>
			{picker => <FrequencyForm {...picker} />}
		</DraftPickerScreen>
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
