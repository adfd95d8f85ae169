import { useRef } from 'react'
import { m } from '../../locales/index.ts'
import { Avatar } from '../../ui/index.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { CallCountdown } from './CallCountdown.tsx'
import { callingName } from './callTexts.ts'
import styles from './IncomingCall.module.css'
import type { IncomingCall } from './incomingCalls.ts'

export interface IncomingCallProps {
	call: IncomingCall
	isJoining: boolean
	onJoin: () => void
	onDecline: () => void
}

export interface IncomingCallDialogProps extends IncomingCallProps {
	/** Back and Esc: stops ringing on this page without declining. */
	onClose: () => void
}

/** A person calls. The focus is on no button, so that a key that was meant for the screen below answers nothing. */
export function IncomingCallDialog({ call, isJoining, onJoin, onDecline, onClose }: IncomingCallDialogProps) {
	const focused = useRef<HTMLDivElement>(null)
	const name = callingName(call)
	return (
		<Dialog
			open
			needsAnswer
			onOpenChange={open => !open && !isJoining && onClose()}
			title={m.calling_title({ name })}
			text={call.topic}
			initialFocus={focused}
			cancel={{ label: m.calling_decline(), onPress: onDecline, disabled: isJoining }}
			confirm={{ label: m.calling_join(), onPress: onJoin, loading: isJoining && m.calling_joining() }}
		>
			<div ref={focused} tabIndex={-1} className={styles.who}>
				<span className={styles.ringing}>
					<Avatar name={name} src={call.from.picture || undefined} size="large" />
				</span>
				{!call.isAnswered && <CallCountdown endsAt={call.endsAt} className={styles.rings} />}
			</div>
		</Dialog>
	)
}
