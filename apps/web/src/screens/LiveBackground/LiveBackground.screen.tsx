import { useSearch } from '@tanstack/react-router'
import { BackgroundForm, DraftPickerScreen } from '../../features/scheduling/index.ts'
import { m } from '../../locales/index.ts'

export const title = () => m.scheduling_background()

/** /liveBackground: chooses the background of a live (LSET-13). */
export function LiveBackground() {
	const { from } = useSearch({ from: '/liveBackground' })
	return (
		<DraftPickerScreen title={m.scheduling_background()} from={from}>
			{picker => <BackgroundForm {...picker} />}
		</DraftPickerScreen>
	)
}

export { LiveBackground as Screen }
