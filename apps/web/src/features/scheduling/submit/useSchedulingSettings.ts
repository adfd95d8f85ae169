import { site as calls, type SiteManage } from '@parley/api'
import { useEffect, useState } from 'react'
import { callApi } from '../../../api/index.ts'

/** What scheduling starts from on this site; without an answer the form has defaults of its own. */
export function useSchedulingSettings(): SiteManage | undefined {
	const [site, setSite] = useState<SiteManage>()
	useEffect(() => {
		const abort = new AbortController()
		void callApi(calls.manage, {}, { quiet: true, handles401: true, signal: abort.signal }).then(answer => {
			if (answer.ok) setSite(answer.value)
		})
		return () => abort.abort()
	}, [])
	return site
}
