import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { callApi } from '../../api/index.ts'
import { completeSignInWithToken } from '../../features/session/index.ts'
import { signInWithWorkplace } from '../../features/social/index.ts'
import { m } from '../../locales/index.ts'
import { useDestination } from '../../navigation/useDestination.ts'
import { AccessDeniedIllustration } from '../../ui/art/illustrations.tsx'
import { Button, EmptyState, Page, Spinner, useIsMounted, WorkplaceGlyph } from '../../ui/index.ts'
import styles from './DingTalkLogin.module.css'

export const title = () => m.social_workplace_title()

type WorkplaceSignInResult = Awaited<ReturnType<typeof signInWithWorkplace>>

/** /DingTalkLogin: signs in with the proof token of the workplace app, without a tap (SOC-17). */
export function DingTalkLogin() {
	const { openid } = useSearch({ from: '/DingTalkLogin' })
	const navigate = useNavigate()
	const go = useDestination()
	const [result, setResult] = useState<WorkplaceSignInResult>()
	const isMounted = useIsMounted()
	const usedProof = useRef<string | undefined>(undefined)

	const signIn = useEffectEvent(async () => {
		// A proof token works once, and strict mode runs effects twice.
		if (usedProof.current === (openid ?? '')) return
		usedProof.current = openid ?? ''
		setResult(undefined)
		const result = await signInWithWorkplace(openid, { callApi, finish: token => completeSignInWithToken(token, {}) })
		if (!isMounted.current || usedProof.current !== (openid ?? '')) return
		if (result.status === 'signed-in') return go(result.to)
		setResult(result)
	})
	// biome-ignore lint/correctness/useExhaustiveDependencies: one attempt per proof token
	useEffect(() => void signIn(), [openid])

	if (result?.status !== 'refused') {
		return (
			<Page top={24}>
				<div className={styles.working}>
					<span className={styles.glyph}>
						<WorkplaceGlyph />
					</span>
					<h1 className={styles.title}>{m.social_workplace_working()}</h1>
					<Spinner label={m.common_loading()} />
				</div>
			</Page>
		)
	}
	return (
		<Page top={24}>
			<EmptyState
				full
				picture={<AccessDeniedIllustration />}
				title={m.social_workplace_failed()}
				text={<span role="alert">{result.error.message}</span>}
				action={
					<>
						<Button kind="primary" onClick={() => void navigate({ to: '/Login', replace: true })}>
							{m.account_to_sign_in()}
						</Button>
						<Button kind="quiet" onClick={() => void navigate({ to: '/', replace: true })}>
							{m.common_to_start()}
						</Button>
					</>
				}
			/>
		</Page>
	)
}

export { DingTalkLogin as Screen }
