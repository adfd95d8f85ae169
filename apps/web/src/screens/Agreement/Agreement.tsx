import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { metaContent } from '../../api/index.ts'
import { useBack } from '../../app/useBack.ts'
import { useBridge } from '../../bridge/index.ts'
import { useTheme } from '../../features/appearance/index.ts'
import { language, m } from '../../locales/index.ts'
import { Page, Spinner } from '../../ui/index.ts'
import styles from './Agreement.module.css'
import { agreementOf, frameAddress, isOwn, sandboxOf, titleOf } from './agreements.ts'

/** /Protocol, /Law and /Privacy: a paper of the site in a frame, and the way back (ROUTE-25 to ROUTE-29). */
export function Agreement() {
	const kind = agreementOf(useRouter().state.location.pathname)
	const { isSelf } = useSearch({ strict: false }) as { isSelf?: string }
	const back = useBackFrom(isOwn(isSelf))
	const theme = useTheme()
	const address = frameAddress(kind, {
		base: metaContent('base-url') ?? '',
		thirdParty: metaContent('agreement-url'),
		language: language(),
		theme,
	})
	const [shown, setShown] = useState<string>()
	const title = titleOf(kind)

	return (
		<Page title={title} top={44} back={{ label: m.common_back(), onBack: back }} flush className={styles.page ?? ''}>
			<div className={styles.place}>
				{shown !== address && (
					<span className={styles.loading}>
						<Spinner label={m.agreement_loading()} />
					</span>
				)}
				<iframe
					key={address}
					className={styles.frame}
					title={title}
					src={address}
					sandbox={sandboxOf(new URL(address, window.location.href).origin !== window.location.origin)}
					onLoad={() => setShown(address)}
				/>
			</div>
		</Page>
	)
}

function useBackFrom(isSelf: boolean): () => void {
	const bridge = useBridge()
	const onePage = useBack('/')
	const navigate = useNavigate()
	return () => {
		if (isSelf || !bridge.present) return onePage()
		void bridge.call('agreementBack').then(told => {
			if (!told.ok) void navigate({ to: '/' })
		})
	}
}
