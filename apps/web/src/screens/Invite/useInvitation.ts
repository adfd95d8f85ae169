import { type InvitationInfo, support } from '@parley/api'
import { useLanguage } from '../../locales/index.ts'
import { useCallQuery } from '../../query/index.ts'

export type InvitationState =
	| { status: 'loading' | 'failed' }
	/** The server does not know the code. */
	| { status: 'unknown' }
	/** Opened without a code, because the app is not installed; `info` has its download addresses. */
	| { status: 'no-code'; info: InvitationInfo | undefined }
	| { status: 'shown'; info: InvitationInfo }

/** The invitation of a code, in the current language (I18N-05). */
export function useInvitation(code: string): { invitation: InvitationState; retry(): void } {
	const input = { code, language: useLanguage() }
	const { data, failure, isFetching, refetch } = useCallQuery(support.invitation, input, { handles401: true })
	return { invitation: getInvitation(), retry: () => void refetch() }

	function getInvitation(): InvitationState {
		if (!code) return { status: 'no-code', info: data }
		if (data) return { status: 'shown', info: data }
		if (isFetching || !failure) return { status: 'loading' }
		return { status: isRejected(failure.http) ? 'unknown' : 'failed' }
	}
}

/** A client error means that the invitation does not exist; no response, a server error or a rate limit does not. */
const isRejected = (http: number | undefined): boolean =>
	http !== undefined && http >= 400 && http < 500 && http !== 429
