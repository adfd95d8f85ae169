import { useSearch } from '@tanstack/react-router'
import { DraftPickerScreen, IntroductionForm } from '../../features/scheduling/index.ts'
import { m } from '../../locales/index.ts'

export const title = () => m.scheduling_introduction_title()

/** /EditLiveDetails: writes the introduction of a live (LSET-15). */
export function EditLiveDetails() {
	const { from } = useSearch({ from: '/EditLiveDetails' })
	return (
		<DraftPickerScreen title={m.scheduling_introduction_title()} from={from}>
			{picker => <IntroductionForm {...picker} />}
		</DraftPickerScreen>
	)
}

export { EditLiveDetails as Screen }
