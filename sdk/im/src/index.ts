export { imLimits } from '@parley/im'
