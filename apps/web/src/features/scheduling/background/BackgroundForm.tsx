import { useState } from 'react'
import { useLeaveQuestion } from '../../../forms/index.ts'
import { m } from '../../../locales/index.ts'
import { DropArea } from '../../../ui/fields/DropArea.tsx'
import { Banner, Button, useAction } from '../../../ui/index.ts'
import { LiveBackground } from '../../live/index.ts'
import { useClearDraftOnLeave } from '../draft/draftNavigation.ts'
import { type DraftKind, getDraftBackground, saveDraftBackground } from '../draft/draftStorage.ts'
import { SchedulingPage } from '../form/SchedulingPage.tsx'
import { PictureInput } from '../picture/PictureInput.tsx'
import { UploadProgress } from '../picture/UploadProgress.tsx'
import styles from './BackgroundForm.module.css'
import { useBackgroundChoice } from './useBackgroundChoice.ts'

export interface BackgroundFormProps {
	from: DraftKind
	back(): void
}

/** Chooses the background of the draft's live; leaving it changed asks whether to save (LSET-03). */
export function BackgroundForm({ from, back }: BackgroundFormProps) {
	useClearDraftOnLeave(from)
	const [saved] = useState(() => getDraftBackground(from))
	const { choice, choose, remove, send, progress, error } = useBackgroundChoice()
	const shown = choice ? undefined : saved
	const isChanged = choice?.kind === 'picture' || (choice?.kind === 'none' && saved !== '')

	/** LSET-14: whatever fails, the choice stays. */
	async function save(): Promise<boolean> {
		const path = isChanged ? await send() : saved
		if (path === undefined) return false
		if (isChanged) saveDraftBackground(from, path)
		leaving.allow()
		return true
	}
	const [saveAndReturn, isSaving] = useAction(save, isSaved => isSaved && back())

	const leaving = useLeaveQuestion({
		isChanged,
		onBack: back,
		text: m.scheduling_background_unsaved(),
		save,
	})
	const isBusy = isSaving || progress !== undefined

	return (
		<SchedulingPage
			title={m.scheduling_background()}
			onBack={leaving.onBack}
			submit={{
				label: m.scheduling_background_save(),
				busy: isBusy && m.scheduling_picture_uploading(),
				onPress: () => void saveAndReturn(),
			}}
		>
			<div className={styles.form}>
				<DropArea label={m.scheduling_picture_drop()} disabled={isBusy} onDrop={([file]) => void choose(file)}>
					<LiveBackground path={choice?.kind === 'picture' ? choice.url : shown || undefined} />
				</DropArea>
				{progress !== undefined && <UploadProgress sent={progress} />}
				<div className={styles.says}>
					<Banner>{error}</Banner>
					<p className={styles.hint}>{m.scheduling_background_hint()}</p>
				</div>
				<div className={styles.buttons}>
					<PictureInput label={m.scheduling_background_choose()} onChoose={file => void choose(file)}>
						{open => (
							<Button disabled={isBusy} onClick={open}>
								{choice?.kind === 'picture' || shown
									? m.scheduling_background_other()
									: m.scheduling_background_choose()}
							</Button>
						)}
					</PictureInput>
					{(choice?.kind === 'picture' || shown) && (
						<Button kind="destructive" disabled={isBusy} onClick={remove}>
							{m.scheduling_background_remove()}
						</Button>
					)}
				</div>
			</div>
			{leaving.question}
		</SchedulingPage>
	)
}
