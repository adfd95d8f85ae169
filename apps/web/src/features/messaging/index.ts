export { isPassing, loginInfo, type TokenAnswer, type TokenRefusal } from './loginInfo.ts'
