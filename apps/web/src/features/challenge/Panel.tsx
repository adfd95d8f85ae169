import { CircleCheck } from 'lucide-react'
import { m } from '../../locales/index.ts'
import { Banner, Button, Spinner } from '../../ui/index.ts'
import type { ChallengeProps } from './Challenge.tsx'
import styles from './Panel.module.css'
import { PuzzlePicture } from './PuzzlePicture.tsx'
import { type ChallengeState, useChallenge } from './useChallenge.ts'
import { VendorPlace } from './VendorPlace.tsx'
import { noteWords, troubleWords } from './words.ts'

/** The challenge itself, in all its states. */
export function Panel({ onSolved }: ChallengeProps) {
	const challenge = useChallenge(onSolved)
	return (
		<section aria-label={m.challenge_title()} className={styles.panel}>
			<p role="status" className={styles.note}>
				{noteOf(challenge.state)}
			</p>
			<Inside {...challenge} />
		</section>
	)
}

function noteOf(state: ChallengeState) {
	if (state.at === 'puzzle') return state.note ? noteWords[state.note]() : undefined
	return state.at === 'checking' ? m.challenge_checking() : undefined
}

function Inside({ state, renew, pass, byDrag, byKeys, byProof }: ReturnType<typeof useChallenge>) {
	switch (state.at) {
		case 'loading':
			return (
				<div className={styles.wait}>
					<Spinner label={m.challenge_loading()} />
				</div>
			)
		case 'puzzle':
		case 'checking': {
			const { task } = state
			const isChecking = state.at === 'checking'
			return (
				<>
					<PuzzlePicture
						key={task.puzzle.id}
						puzzle={task.puzzle}
						isChecking={isChecking}
						onDragged={(left, trail) => byDrag(task, left, trail)}
						onPlaced={left => byKeys(task, left)}
					/>
					<div className={styles.ways}>
						<Button kind="quiet" disabled={isChecking} onClick={renew}>
							{m.challenge_renew()}
						</Button>
						<Button kind="quiet" disabled={isChecking} onClick={() => byProof(task)}>
							{m.challenge_blind()}
						</Button>
					</div>
				</>
			)
		}
		case 'proving':
			return (
				<div className={styles.proving}>
					<p>{m.challenge_working()}</p>
					<progress aria-label={m.challenge_progress()} value={state.progress} max={1} />
					<Button onClick={renew}>{m.challenge_stop()}</Button>
				</div>
			)
		case 'vendor':
			return <VendorPlace task={state.task} onSolved={pass} onFailed={renew} />
		case 'solved':
			return (
				<p role="status" className={styles.solved}>
					<CircleCheck />
					{m.challenge_solved()}
				</p>
			)
		case 'trouble':
			return <Banner action={{ label: m.challenge_retry(), onPress: renew }}>{troubleWords[state.trouble]()}</Banner>
	}
}
