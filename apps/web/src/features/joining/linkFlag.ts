import { storage } from '../../storage/index.ts'

/** Whoever turns away from a link is done with it: coming to the start is an ordinary visit again. */
export const endLinkVisit = () => storage.write('publicScan', undefined)

/** Whether a link brought somebody here (OP-062). */
export const isLinkVisit = (): boolean => Boolean(storage.read('publicScan'))
