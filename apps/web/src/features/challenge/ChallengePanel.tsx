import { CircleCheck } from 'lucide-react'
import { m } from '../../locales/index.ts'
import { Banner, Button, Spinner } from '../../ui/index.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import styles from './ChallengePanel.module.css'
import { PuzzlePicture } from './PuzzlePicture.tsx'
import { type ChallengeState, useChallenge } from './useChallenge.ts'
import { VendorChallenge } from './VendorChallenge.tsx'

export interface ChallengePanelProps {
	/** Gets the challenge pass: sent as `captcha` of the call that needs it, valid once. */
	onSolved(captcha: string): void
}

/** The challenge in all its states. */
export function ChallengePanel({ onSolved }: ChallengePanelProps) {
	const challenge = useChallenge(onSolved)
	return (
		<section aria-label={m.challenge_title()} className={styles.panel}>
			<p role="status" className={styles.status}>
				{statusText(challenge.state)}
			</p>
			<ChallengeContent {...challenge} />
		</section>
	)
}

export interface ChallengeDialogProps extends ChallengePanelProps {
	open: boolean
	onClose(): void
}

/** The challenge over the page; closing it cancels what it was needed for. */
export function ChallengeDialog({ open, onSolved, onClose }: ChallengeDialogProps) {
	return (
		<Dialog
			open={open}
			onOpenChange={open => !open && onClose()}
			title={m.challenge_title()}
			text={m.challenge_why()}
			cancel={{ label: m.common_cancel(), onPress: onClose }}
		>
			<ChallengePanel onSolved={onSolved} />
		</Dialog>
	)
}

const noticeMessages = {
	missed: m.challenge_missed,
	expired: m.challenge_expired,
	noWorker: m.challenge_no_worker,
} as const

const errorMessages = {
	network: m.challenge_network,
	tooMany: m.challenge_too_many,
	failed: m.challenge_failed,
	unknownVendor: m.challenge_no_vendor,
} as const

function statusText(state: ChallengeState) {
	if (state.status === 'puzzle') return state.notice && noticeMessages[state.notice]()
	return state.status === 'checking' ? m.challenge_checking() : undefined
}

function ChallengeContent({ state, renew, complete, ...submit }: ReturnType<typeof useChallenge>) {
	switch (state.status) {
		case 'loading':
			return (
				<div className={styles.loading}>
					<Spinner label={m.challenge_loading()} />
				</div>
			)
		case 'puzzle':
		case 'checking': {
			const { issued } = state
			const isChecking = state.status === 'checking'
			return (
				<>
					<PuzzlePicture
						key={issued.puzzle.id}
						puzzle={issued.puzzle}
						isChecking={isChecking}
						onDrop={(left, path) => submit.submitDrag(issued, left, path)}
						onPlace={left => submit.submitPosition(issued, left)}
					/>
					<div className={styles.actions}>
						<Button kind="quiet" disabled={isChecking} onClick={renew}>
							{m.challenge_renew()}
						</Button>
						<Button kind="quiet" disabled={isChecking} onClick={() => submit.submitProofOfWork(issued)}>
							{m.challenge_without_picture()}
						</Button>
					</div>
				</>
			)
		}
		case 'computing':
			return (
				<div className={styles.computing}>
					<p>{m.challenge_working()}</p>
					<progress aria-label={m.challenge_progress()} value={state.progress} max={1} />
					<Button onClick={renew}>{m.challenge_stop()}</Button>
				</div>
			)
		case 'vendor':
			return <VendorChallenge issued={state.issued} onSolved={complete} onFailed={renew} />
		case 'solved':
			return (
				<p role="status" className={styles.solved}>
					<CircleCheck />
					{m.challenge_solved()}
				</p>
			)
		case 'failed':
			return <Banner action={{ label: m.challenge_retry(), onPress: renew }}>{errorMessages[state.error]()}</Banner>
	}
}
