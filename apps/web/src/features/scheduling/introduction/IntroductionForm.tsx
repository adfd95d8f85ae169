import { cleanIntroduction, introductionLength, limits } from '@parley/core'
import { useRef, useState } from 'react'
import * as v from 'valibot'
import { useLeaveQuestion } from '../../../forms/index.ts'
import { m } from '../../../locales/index.ts'
import { lazyComponent, Skeleton, SkeletonLine, toast } from '../../../ui/index.ts'
import { useClearDraftOnLeave } from '../draft/draftNavigation.ts'
import { type DraftKind, getDraftIntroduction, saveDraftIntroduction } from '../draft/draftStorage.ts'
import { usePickedValue } from '../draft/usePickedValue.ts'
import { SchedulingPage } from '../form/SchedulingPage.tsx'

/** The editor is as large as the rest of the page together. */
const IntroductionEditor = lazyComponent(async () => (await import('./IntroductionEditor.tsx')).IntroductionEditor, {
	fallback: () => (
		<Skeleton label={m.common_loading()}>
			<SkeletonLine width={60} />
			<SkeletonLine width={90} />
		</Skeleton>
	),
})

export interface IntroductionFormProps {
	from: DraftKind
	back(): void
}

/** Edits the introduction of the draft; leaving it changed asks whether to save (LSET-04). */
export function IntroductionForm({ from, back }: IntroductionFormProps) {
	useClearDraftOnLeave(from)
	const [saved] = useState(() => getDraftIntroduction(from))
	const [html, pick] = usePickedValue({
		kind: from,
		name: 'pickedIntroduction',
		schema: v.string(),
		initial: () => saved,
	})
	const [first] = useState(html)
	const [isRefused, setRefused] = useState(false)
	const foot = useRef<HTMLDivElement>(null)
	const isTooLong = introductionLength(html) > limits.introductionMax

	/** LSET-06, LSET-08 */
	function save(): boolean {
		setRefused(isTooLong)
		if (isTooLong) {
			// A text this long fills the screen: what is said of it, below, is not seen.
			foot.current?.scrollIntoView({ block: 'nearest' })
			toast.show(m.scheduling_live_introduction_tooLong(), { tone: 'error' })
			return false
		}
		saveDraftIntroduction(from, cleanIntroduction(html))
		leaving.allow()
		return true
	}

	const leaving = useLeaveQuestion({
		isChanged: cleanIntroduction(html) !== saved,
		onBack: back,
		text: m.scheduling_introduction_unsaved(),
		isKeptByReload: true,
		save,
	})

	return (
		<SchedulingPage
			title={m.scheduling_introduction_title()}
			onBack={leaving.onBack}
			submit={{ label: m.scheduling_introduction_save(), onPress: () => save() && back() }}
		>
			<IntroductionEditor
				html={first}
				foot={foot}
				error={isRefused && isTooLong ? m.scheduling_live_introduction_tooLong() : undefined}
				onChange={pick}
			/>
			{leaving.question}
		</SchedulingPage>
	)
}
