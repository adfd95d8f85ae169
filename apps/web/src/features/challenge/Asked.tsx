import { m } from '../../locales/index.ts'
import { Dialog } from '../../ui/dialog.ts'
import { Button } from '../../ui/index.ts'
import type { ChallengeDialogProps } from './Challenge.tsx'
import { Panel } from './Panel.tsx'

/** The challenge over the page; closing it calls off what it was asked for. */
export function Asked({ open, onSolved, onClosed }: ChallengeDialogProps) {
	return (
		<Dialog
			open={open}
			onOpenChange={open => !open && onClosed()}
			title={m.challenge_title()}
			actions={<Button onClick={onClosed}>{m.common_cancel()}</Button>}
		>
			<Panel onSolved={onSolved} />
		</Dialog>
	)
}
