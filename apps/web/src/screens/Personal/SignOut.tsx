import { useNavigate } from '@tanstack/react-router'
import { trySignOut } from '../../features/session/index.ts'
import { m } from '../../locales/index.ts'
import { useGlobalOverlay } from '../../navigation/globalOverlay.ts'
import { toast, useAction } from '../../ui/index.ts'
import { AlertDialog } from '../../ui/overlays/Dialog.tsx'

const errorMessages = { refused: m['logout-fail'], timeout: m.net_timeout, offline: m.net_offline } as const

/** Asks for confirmation, then signs out, here or on all devices; an error is shown as a toast and can be retried (PERS-31, PERS-32). */
export function SignOut({ onClose }: { onClose(): void }) {
	const navigate = useNavigate()
	const { isOngoing, end } = useGlobalOverlay()
	function onResult(result: Awaited<ReturnType<typeof trySignOut>>) {
		if (result.ok) {
			end?.()
			return navigate({ to: '/' })
		}
		onClose()
		toast.show(errorMessages[result.failure](), { tone: 'error' })
	}
	const [signOutHere, isSigningOut] = useAction(() => trySignOut(), onResult)
	const [signOutEverywhere, isSigningOutEverywhere] = useAction(() => trySignOut(true), onResult)

	return (
		<AlertDialog
			open
			onClose={onClose}
			title={m.personal_sign_out_question()}
			text={isOngoing?.() ? m.personal_sign_out_text_in_call() : m.personal_sign_out_text()}
			confirm={{
				label: m.personal_sign_out(),
				destructive: true,
				loading: isSigningOut && m.personal_signing_out(),
				onConfirm: () => !isSigningOutEverywhere && void signOutHere(),
			}}
			cancel={{ label: m.common_cancel() }}
			other={{
				label: m.personal_sign_out_everywhere(),
				loading: isSigningOutEverywhere && m.personal_signing_out(),
				onPress: () => !isSigningOut && void signOutEverywhere(),
			}}
		/>
	)
}
