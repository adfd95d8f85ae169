import { m } from '../../../locales/index.ts'
import { Banner, toast } from '../../../ui/index.ts'
import type { JoinError, JoinRemedy } from '../join/joinErrors.ts'

export interface JoinErrorBannerProps {
	error: JoinError | undefined
	/** Label of the button that leaves the screen. */
	leaveLabel: string
	onRemedy(remedy: JoinRemedy): void
}

/** Why a join was refused, and the one button that helps. Errors of a field are shown at the field. */
export function JoinErrorBanner({ error, leaveLabel, onRemedy }: JoinErrorBannerProps) {
	const shown = error && !error.field ? error : undefined
	const labels: Record<JoinRemedy, string | undefined> = {
		signIn: m.joining_sign_in(),
		retry: m.joining_try_again(),
		leave: leaveLabel,
		reload: m.joining_reload(),
		none: undefined,
	}
	const label = shown && labels[shown.remedy]
	return (
		<Banner action={shown && label ? { label, onPress: () => onRemedy(shown.remedy) } : undefined}>
			{shown?.message()}
		</Banner>
	)
}

/** For an error that leads to another screen. */
export const showJoinError = (error: JoinError) => toast.show(error.message(), { tone: 'error' })
